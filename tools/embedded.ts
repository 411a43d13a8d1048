/**
 * What the binary contains beside the bundled JavaScript, which no metafile names: the runtime, what the runtime links,
 * and what is inside WebAssembly files. A wasm file that comes with a package has that package's licence as well.
 */

import { grammarOf, languageFolders } from "./languages.ts";

export interface Embedded {
  readonly name: string;
  /** package.json whose version this component has, or a fixed version. */
  readonly version: { readonly package: string } | string;
  readonly license: string;
  /** Files that hold the text, relative to the repository; joined by an empty line. */
  readonly texts: readonly string[];
  /** Lines before the text, such as a copyright. */
  readonly head?: string;
  /** Present only while the bundle holds a file that begins with one of these. Undefined: always. */
  readonly needs?: readonly string[];
}

export const EMBEDDED: readonly Embedded[] = [
  {
    name: "preact",
    version: { package: "preact" },
    license: "MIT",
    texts: ["node_modules/preact/LICENSE"],
    // Bundled into the page of view, which the program holds as a text.
    needs: ["build/view/"],
  },
  {
    name: "Bun",
    version: { package: "bun" },
    license: "MIT",
    head: "Copyright (c) the Bun authors\n",
    texts: ["tools/texts/MIT.txt"],
  },
  {
    name: "Bun's linked libraries",
    version: "",
    license: "several, listed below",
    texts: ["tools/texts/bun-linked-libraries.txt"],
  },
  {
    name: "JavaScriptCore and WebKit (in Bun)",
    version: "",
    license: "LGPL-2.0-or-later AND BSD-2-Clause",
    texts: ["tools/texts/LGPL-2.1.txt"],
  },
  {
    name: "Libraries under the Apache License (in Bun and PDFium)",
    version: "",
    license: "Apache-2.0",
    texts: ["tools/texts/Apache-2.0.txt"],
  },
  {
    name: "SQLite (in Bun)",
    version: "",
    license: "public domain",
    texts: [],
    head: "The authors of SQLite have dedicated the code to the public domain.",
  },
  {
    name: "PDFium (WebAssembly)",
    version: { package: "@embedpdf/pdfium" },
    license: "BSD-3-Clause AND Apache-2.0 AND others, listed below",
    texts: ["node_modules/@embedpdf/pdfium/LICENSE.pdfium", "tools/texts/pdfium-third-party.txt"],
    needs: ["node_modules/@embedpdf/pdfium/", "build/engines/pdfium"],
  },
  {
    name: "AssemblyScript standard library (in the kernels)",
    version: { package: "assemblyscript" },
    license: "Apache-2.0",
    texts: ["tools/texts/Apache-2.0.txt"],
    needs: ["build/kernels/"],
  },
  {
    name: "ONNX Runtime (WebAssembly)",
    version: { package: "onnxruntime-web" },
    license: "MIT AND MPL-2.0 AND Apache-2.0 AND others, listed below",
    texts: ["tools/texts/MIT.txt", "tools/texts/onnxruntime-third-party.txt"],
    head: "Copyright (c) Microsoft Corporation\n",
    needs: ["node_modules/onnxruntime-web/", "build/engines/onnxruntime"],
  },
  {
    name: "all-MiniLM-L6-v2 (sentence embedding model)",
    version: "",
    license: "Apache-2.0",
    texts: ["models/all-MiniLM-L6-v2/LICENSE"],
    needs: ["models/all-MiniLM-L6-v2/", "build/model/"],
  },
];

/** Of the grammars, by what their folders say. */
export function embeddedGrammars(root: string): Embedded {
  const sources = languageFolders(root).map((name) => grammarOf(root, name));
  const packages = [...new Set(sources.map(({ wasm }) => packageOf(wasm)))].sort();
  const projects = new Set(
    sources.map(({ project, license, copyright }) => `${project.padEnd(26)}${license.padEnd(14)}${copyright}`),
  );
  return {
    name: "tree-sitter grammars (WebAssembly)",
    version: "",
    license: "MIT AND ISC",
    head: `The grammars of build/grammars, as these packages compile them:\n\n${packages.join("\n")}\n\nfrom these projects, under the licences printed below:\n\n${[...projects].sort().join("\n")}`,
    texts: [...packages.map((name) => `node_modules/${name}/LICENSE`), "tools/texts/ISC.txt"],
    needs: ["build/grammars/"],
  };
}

/** Of a file in node_modules. */
function packageOf(file: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file;
}

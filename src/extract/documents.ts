/**
 * The binary document formats: what each reader is called, which files it takes and where it runs. The readers themselves
 * are loaded when first needed: none of them may cost a start-up.
 */
import type { Extractor } from "./extractor.ts";

const isolated = true;

export const documentExtractors: readonly Extractor[] = [
  {
    name: "pdf",
    version: 1,
    extensions: ["pdf"],
    isolated,
    extract: async (input) => (await import("./pdf.ts")).extractPdf(input),
  },
  {
    name: "docx",
    version: 1,
    extensions: ["docx", "docm", "dotx", "dotm"],
    isolated,
    extract: async (input) => (await import("./docx.ts")).extractDocx(input),
  },
  {
    name: "pptx",
    version: 1,
    extensions: ["pptx", "pptm", "ppsx", "ppsm", "potx"],
    isolated,
    extract: async (input) => (await import("./pptx.ts")).extractPptx(input),
  },
];

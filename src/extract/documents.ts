/**
 * The binary document formats: what each reader is called, which files it takes and where it runs. The readers themselves
 * are loaded when first needed: none of them may cost a start-up.
 */
import type { Extractor } from "./extractor.ts";

const isolated = true;

const CHANGES_AND_PARTS =
  "Tracked changes are read as if accepted. Headers, footers, notes, comments and hidden text follow the body as parts of their own.";
const CELLS =
  "A cell shows its formatted text, its stored value where that differs, and its formula. Nothing is evaluated.";

export const documentExtractors: readonly Extractor[] = [
  {
    name: "pdf",
    version: 2,
    extensions: ["pdf"],
    isolated,
    extract: async (input) => (await import("./pdf.ts")).extractPdf(input),
  },
  {
    name: "docx",
    version: 2,
    extensions: ["docx", "docm", "dotx", "dotm"],
    isolated,
    reading: CHANGES_AND_PARTS,
    extract: async (input) => (await import("./docx.ts")).extractDocx(input),
  },
  {
    name: "spreadsheet",
    version: 2,
    extensions: ["xlsx", "xlsm", "xltx", "xltm", "xlsb", "xls", "xlt", "ods", "ots", "fods"],
    isolated,
    reading: CELLS,
    extract: async (input) => (await import("./spreadsheet.ts")).extractSpreadsheet(input),
  },
  {
    name: "pptx",
    version: 2,
    extensions: ["pptx", "pptm", "ppsx", "ppsm", "potx"],
    isolated,
    extract: async (input) => (await import("./pptx.ts")).extractPptx(input),
  },
  {
    name: "opendocument",
    version: 1,
    extensions: ["odt", "ott", "fodt", "odp", "otp", "fodp", "odg", "otg", "fodg"],
    isolated,
    reading: CHANGES_AND_PARTS,
    extract: async (input) => (await import("./odf.ts")).extractOdf(input),
  },
  {
    name: "epub",
    version: 1,
    extensions: ["epub"],
    isolated,
    extract: async (input) => (await import("./epub.ts")).extractEpub(input),
  },
  {
    name: "rtf",
    version: 2,
    extensions: ["rtf"],
    isolated,
    reading: CHANGES_AND_PARTS,
    extract: async (input) => (await import("./rtf.ts")).extractRtf(input),
  },
  {
    name: "mail",
    version: 2,
    extensions: ["eml"],
    isolated,
    extract: async (input) => (await import("./eml.ts")).extractMail(input),
  },
  {
    name: "notebook",
    version: 1,
    extensions: ["ipynb"],

    extract: async (input) => (await import("./ipynb.ts")).extractNotebook(input),
  },
];

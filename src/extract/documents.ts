/**
 * The binary document formats: names of readers, their files, and where they run. Readers are loaded at the first use, never at
 * start-up.
 */
import type { Document } from "../text/document.ts";
import type { ContentKind } from "./by-content.ts";
import type { ExtractInput, Extractor } from "./extractor.ts";

const CHANGES_AND_PARTS =
  "Tracked changes are read as if accepted. Headers, footers, notes, comments and hidden text follow the body as parts of their own.";
const CELLS =
  "A cell shows its formatted text, its stored value where that differs, and its formula. Nothing is evaluated.";

const MEMBERS = "The members of an archive are parts by their names; an archive within an archive is not opened.";

function isolated(
  name: ContentKind,
  version: number,
  extensions: readonly string[],
  more: Pick<Extractor, "reading" | "names"> = {},
): Extractor {
  return {
    name,
    version,
    extensions,
    isolated: true,
    ...more,
    extract: async (input) => (await import("./by-content.ts")).extractByContent(name, input),
  };
}

export const documentExtractors: readonly Extractor[] = [
  isolated("pdf", 2, ["pdf"]),
  isolated("docx", 2, ["docx", "docm", "dotx", "dotm"], { reading: CHANGES_AND_PARTS }),
  isolated("doc", 1, ["doc"], { reading: CHANGES_AND_PARTS }),
  isolated("spreadsheet", 2, ["xlsx", "xlsm", "xltx", "xltm", "xlsb", "xls", "xlt", "ods", "ots", "fods"], {
    reading: CELLS,
  }),
  isolated("pptx", 2, ["pptx", "pptm", "ppsx", "ppsm", "potx"]),
  isolated("opendocument", 1, ["odt", "ott", "fodt", "odp", "otp", "fodp", "odg", "otg", "fodg"], {
    reading: CHANGES_AND_PARTS,
  }),
  isolated("epub", 1, ["epub"]),
  isolated("fictionbook", 1, ["fb2", "fbz"]),
  isolated("rtf", 2, ["rtf"], { reading: CHANGES_AND_PARTS }),
  isolated("mail", 2, ["eml", "emlx", "mht", "mhtml"]),
  isolated("outlook", 1, ["msg"]),
  isolated("mailbox", 1, ["mbox", "mbx"], { names: ["mbox"] }),
  {
    name: "archive",
    version: 1,
    extensions: ["zip", "tar", "gz", "tgz"],
    isolated: true,
    reading: MEMBERS,
    extract: readArchive,
  },
  {
    name: "notebook",
    version: 1,
    extensions: ["ipynb"],
    extract: async (input) => (await import("./ipynb.ts")).extractNotebook(input),
  },
];

/** The signature decides before an archive's name: a book or a document is a ZIP container, too. */
async function readArchive(input: ExtractInput): Promise<Document> {
  const { contentKind, extractByContent } = await import("./by-content.ts");
  const kind = await contentKind(input.bytes);
  if (kind !== null) return await extractByContent(kind, input);
  return await (await import("./archive.ts")).extractArchive(input, readMember);
}

async function readMember(input: ExtractInput): Promise<Document> {
  const lower = input.name.toLowerCase();
  const takes = (extractor: Extractor) =>
    extractor.extensions.includes(input.ext) || extractor.names?.includes(lower) === true;
  const document = documentExtractors.find(takes);
  if (document !== undefined) return await document.extract(input);
  const { textExtractors, fallbackExtractor } = await import("./text-readers.ts");
  return await (textExtractors.find(takes) ?? fallbackExtractor(input.name)).extract(input);
}

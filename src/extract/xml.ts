/**
 * Streams the XML of office parts: elements by local name, attributes by name as written, text. Depth is capped, entities
 * beyond the five of XML are refused, a DOCTYPE is refused or (XHTML) ignored when it declares nothing itself.
 */
import { SaxesParser } from "saxes";
import { decodeAs } from "../corpus/decode.ts";
import { FileError } from "../errors.ts";
import { LIMITS } from "./limits.ts";

export interface XmlHandler {
  /** `name` is without its prefix; attributes keep theirs. */
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  text(text: string): void;
}

/** Handling of a DOCTYPE: "refuse" any (OOXML), or "plain" to allow one without an internal subset (XHTML, ODF). */
export type DoctypeRule = "refuse" | "plain";

/** Characters given to the tokeniser at once: it keeps its input until the piece is done. */
const PIECE = 1 << 16;

/** Throws FileError `corrupt`, `xml_doctype` or `too_deep`; `part` names the part in its message. */
export function readXml(bytes: Uint8Array, part: string, doctype: DoctypeRule, handler: XmlHandler): void {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  let depth = 0;
  parser.on("error", (cause) => {
    throw new FileError("corrupt", `${part} is no well-formed XML: ${cause.message}`, { cause });
  });
  parser.on("doctype", (declaration) => {
    if (doctype === "refuse" || declaration.includes("[") || /<!ENTITY/i.test(declaration))
      throw new FileError("xml_doctype", `${part} declares a document type, which this format forbids`);
  });
  parser.on("opentag", (tag) => {
    if (++depth > LIMITS.xmlDepth)
      throw new FileError("too_deep", `${part} nests more than ${LIMITS.xmlDepth} elements`);
    handler.open(localName(tag.name), tag.attributes);
  });
  parser.on("closetag", (tag) => {
    depth--;
    handler.close(localName(tag.name));
  });
  parser.on("text", (text) => handler.text(text));
  parser.on("cdata", (text) => handler.text(text));
  const text = decodeXml(bytes, part);
  for (let at = 0; at < text.length; at += PIECE) parser.write(text.slice(at, at + PIECE));
  parser.close();
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** An attribute by its local name, with any prefix; "" without one. */
export function attribute(attributes: Readonly<Record<string, string>>, local: string): string {
  for (const name in attributes) if (localName(name) === local) return attributes[name] ?? "";
  return "";
}

/** Decodes by BOM, then the declaration, then UTF-8; strictly. */
export function decodeXml(bytes: Uint8Array, part: string): string {
  const declared = /^<\?xml[^>]*?encoding=["']([\w.-]+)["']/.exec(
    new TextDecoder("latin1").decode(bytes.subarray(0, 200)),
  );
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const encoding = utf16 ?? (bom ? "utf-8" : (declared?.[1] ?? "utf-8"));
  try {
    return decodeAs(bytes, encoding);
  } catch (cause) {
    if (!(cause instanceof FileError)) throw cause;
    throw new FileError("corrupt", `${part} is not text in ${encoding.slice(0, 40)}`, { cause });
  }
}

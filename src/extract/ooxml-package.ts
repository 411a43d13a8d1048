/** An OOXML package (DOCX, PPTX, XLSX): its parts, and the relationships that give each part's purpose. */
import { FileError } from "../errors.ts";
import { isOle } from "./ole.ts";
import { readXml, type XmlHandler } from "./xml.ts";
import { looksLikeZip, partName, ZipArchive } from "./zip.ts";

export interface Relationship {
  readonly id: string;
  /** Last step of the type's URI: "header", "slide"; the same in strict and transitional documents. */
  readonly type: string;
  /** Part name, resolved; "" for targets outside the package, which are never read. */
  readonly target: string;
}

export class OoxmlPackage {
  readonly zip: ZipArchive;

  /** Throws FileError `empty_document`, `encrypted`, `corrupt`, `truncated`, `zip_entries`. */
  constructor(bytes: Uint8Array) {
    if (bytes.length === 0) throw new FileError("empty_document", "the file is empty");
    // A password turns the package into an OLE container.
    if (isOle(bytes))
      throw new FileError("encrypted", "the file is protected by a password (or an old binary format under this name)");
    if (!looksLikeZip(bytes)) throw new FileError("corrupt", "this is no zip container");
    this.zip = new ZipArchive(bytes);
  }

  /** The main part of the package; throws FileError `corrupt` without one. */
  mainPart(fallback: string): string {
    const main = this.relationships("").find((relationship) => relationship.type === "officeDocument");
    const name = main?.target ?? fallback;
    if (!this.zip.has(name)) throw new FileError("corrupt", `the container has no ${fallback}`);
    return name;
  }

  /** Relationships of a part ("" for the package), in file order; none when the part has no list. */
  relationships(part: string): readonly Relationship[] {
    const slash = part.lastIndexOf("/") + 1;
    const name = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
    const list: Relationship[] = [];
    this.readPart(name, {
      open(element, attributes) {
        if (element !== "Relationship") return;
        const type = attributes.Type ?? "";
        const external = attributes.TargetMode === "External";
        list.push({
          id: attributes.Id ?? "",
          type: type.slice(type.lastIndexOf("/") + 1),
          target: external ? "" : resolvePart(part.slice(0, slash), attributes.Target ?? ""),
        });
      },
      close() {},
      text() {},
    });
    return list;
  }

  /** Names of the parts that `part` relates to by `type`. */
  related(part: string, type: string): readonly string[] {
    return this.relationships(part)
      .filter((relationship) => relationship.type === type && this.zip.has(relationship.target))
      .map((relationship) => relationship.target);
  }

  /** Reads a part's XML; false when there is no such part. Any DOCTYPE is refused: OOXML forbids it. */
  readPart(name: string, handler: XmlHandler): boolean {
    const bytes = this.zip.read(name);
    if (bytes === null) return false;
    readXml(bytes, name, "refuse", handler);
    return true;
  }
}

/** A target relative to its part's folder, without "." and ".."; a leading "/" starts at the package. */
function resolvePart(folder: string, target: string): string {
  return partName(target.startsWith("/") ? target : folder + target);
}

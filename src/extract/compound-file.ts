/** Streams of OLE compound files, opened after their chains of sectors have been checked. */
import { CFB } from "xlsx";
import { FileError } from "../errors.ts";
import { checkOle, isOle } from "./ole.ts";

/** MS-CFB 2.6.1: object type. */
const STREAM = 2;

/** The library's view of a file: entries, and the path of each from the root. */
interface Container {
  readonly FileIndex: readonly { readonly type: number; readonly content?: unknown }[];
  readonly FullPaths: readonly string[];
}

export class CompoundFile {
  readonly #container: Container;

  /** Throws FileError `truncated` or `corrupt`; `whole` as in `checkOle`. */
  constructor(bytes: Uint8Array, whole = false) {
    checkOle(bytes, whole);
    try {
      this.#container = quietly(() => CFB.read(bufferOf(bytes), { type: "buffer" }));
    } catch (cause) {
      throw new FileError("corrupt", "the container's directory is damaged", { cause });
    }
  }

  /** Whether the root has a stream of this name: embedded documents have streams of the same names, deeper down. */
  has(name: string): boolean {
    return this.stream(name) !== null;
  }

  /** A stream of the root by its name, null without one. */
  stream(name: string): Buffer | null {
    const entry: { readonly content?: unknown } | null = CFB.find(this.#container, `/${name}`);
    const content = entry?.content;
    return content instanceof Uint8Array ? bufferOf(content) : null;
  }

  /**
   * The same content as a new container with its sectors in order: readers that follow chains by themselves loop on some
   * containers that pass every check here. `names`: the streams of the root to copy, all entries by default.
   */
  repacked(names?: readonly string[]): Buffer {
    const written = quietly(() => {
      // Entries keep their declared sizes, which the library would write: a new container has the sizes of the content.
      const fresh = CFB.utils.cfb_new();
      const { FileIndex, FullPaths } = this.#container;
      FullPaths.forEach((path, i) => {
        const content = FileIndex[i]?.content;
        const name = path.slice(path.indexOf("/") + 1);
        // Names are compared without case (MS-CFB 2.6.4), but readers look for one spelling.
        const known = names === undefined ? name : names.find((other) => other.toLowerCase() === name.toLowerCase());
        if (content instanceof Uint8Array && FileIndex[i]?.type === STREAM && known !== undefined)
          CFB.utils.cfb_add(fresh, `/${known}`, content);
      });
      return CFB.write(fresh, { type: "buffer", fileType: "cfb" });
    });
    if (!(written instanceof Uint8Array)) throw new FileError("corrupt", "the container cannot be read");
    return bufferOf(written);
  }
}

/** The library reads a Buffer's numbers with bounds checks, and reads past the end of a plain array. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** The kind of document in a container, by the names in its directory; null for unknown names or a damaged container. */
export function compoundKind(bytes: Uint8Array): "workbook" | "word" | "message" | "encrypted" | null {
  if (!isOle(bytes)) return null;
  let file: CompoundFile;
  try {
    // A cut container goes to the reader for its name: opening it here may cost too much memory.
    file = new CompoundFile(bytes, true);
  } catch (cause) {
    if (cause instanceof FileError) return null;
    throw cause;
  }
  if (file.has("EncryptedPackage")) return "encrypted";
  if (file.has("WordDocument")) return "word";
  if (file.has("Workbook") || file.has("Book")) return "workbook";
  return file.has("__properties_version1.0") ? "message" : null;
}

/** The library prints shortened names to the console. */
function quietly<T>(work: () => T): T {
  const voice = globalThis.console as unknown as { error: unknown };
  const { error } = voice;
  voice.error = () => undefined;
  try {
    return work();
  } finally {
    voice.error = error;
  }
}

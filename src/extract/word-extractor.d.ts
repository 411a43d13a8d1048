/** The part of word-extractor that reads OLE files; the package's own entry would add a second DOCX reader. */
declare module "word-extractor/lib/word-ole-extractor.js" {
  interface WordText {
    getBody(options?: { filterUnicode?: boolean }): string;
    getFootnotes(options?: { filterUnicode?: boolean }): string;
    getEndnotes(options?: { filterUnicode?: boolean }): string;
    getHeaders(options?: { filterUnicode?: boolean; includeFooters?: boolean }): string;
    getFooters(options?: { filterUnicode?: boolean }): string;
    getAnnotations(options?: { filterUnicode?: boolean }): string;
    getTextboxes(options?: { filterUnicode?: boolean }): string;
  }
  export default class WordOleExtractor {
    extract(reader: unknown): Promise<WordText>;
  }
}
declare module "word-extractor/lib/buffer-reader.js" {
  export default class BufferReader {
    constructor(buffer: Buffer);
    open(): Promise<void>;
  }
}

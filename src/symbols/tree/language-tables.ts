/**
 * A grammar's tables, read from tree-sitter's memory: the node type of each grammar symbol, and the alias and field of each
 * child by position. The layout is that of TSLanguage in tree-sitter's parser.h for ABI 14 and 15 with 32-bit pointers;
 * test/symbols/flat-tree.test.ts compares the result with tree-sitter's own answers.
 */

/** Indices of 32-bit words within TSLanguage. */
const AT = {
  symbolCount: 1,
  aliasCount: 2,
  productionCount: 7,
  fieldCount: 8,
  maxAliasLength: 9,
  fieldMapSlices: 16,
  fieldMapEntries: 17,
  symbolMetadata: 18,
  publicSymbolMap: 19,
  aliasSequences: 21,
} as const;

/** visible, named, supertype: a byte each. */
const METADATA_BYTES = 3;

/** Symbol of an error node. */
export const ERROR_SYMBOL = 0xffff;

/** Current views of tree-sitter's memory: they are replaced when the memory grows. */
export interface Heap {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU16: Uint16Array;
  readonly HEAPU32: Uint32Array;
}

export class LanguageTables {
  /** Symbol of the grammar → type id of its nodes. */
  readonly types: Uint16Array;
  /** By symbol: 1 where an alias of that name is a named node. */
  readonly named: Uint8Array;
  readonly maxAliasLength: number;
  /** production * maxAliasLength + child → alias symbol, 0 without an alias. */
  readonly aliases: Uint16Array;
  /** By production: field ids by child; null without fields. */
  readonly fields: readonly (Uint16Array | null)[];

  /** `address`: address of the TSLanguage. */
  constructor(heap: Heap, address: number) {
    const word = (index: number) => heap.HEAPU32[(address >> 2) + index] ?? 0;
    const symbols = word(AT.symbolCount) + word(AT.aliasCount);
    const productions = word(AT.productionCount);
    this.maxAliasLength = word(AT.maxAliasLength) & 0xffff;
    const map = word(AT.publicSymbolMap) >> 1;
    this.types = heap.HEAPU16.slice(map, map + symbols);
    const metadata = word(AT.symbolMetadata);
    this.named = new Uint8Array(symbols);
    for (let i = 0; i < symbols; i++) this.named[i] = heap.HEAPU8[metadata + i * METADATA_BYTES + 1] ?? 0;
    const aliases = word(AT.aliasSequences) >> 1;
    this.aliases =
      aliases === 0
        ? new Uint16Array(productions * this.maxAliasLength)
        : heap.HEAPU16.slice(aliases, aliases + productions * this.maxAliasLength);
    this.fields = fieldsOf(heap, word(AT.fieldCount), productions, word(AT.fieldMapSlices), word(AT.fieldMapEntries));
  }
}

/** Fields of a child by its position; fields inherited from within a hidden child are found at that child. */
function fieldsOf(
  { HEAPU8, HEAPU16 }: Heap,
  count: number,
  productions: number,
  slices: number,
  entries: number,
): (Uint16Array | null)[] {
  const fields: (Uint16Array | null)[] = new Array(productions).fill(null);
  if (count === 0) return fields;
  for (let production = 0; production < productions; production++) {
    const first = HEAPU16[(slices >> 1) + production * 2] ?? 0;
    const length = HEAPU16[(slices >> 1) + production * 2 + 1] ?? 0;
    let own: Uint16Array | null = null;
    for (let i = first; i < first + length; i++) {
      const at = entries + i * 4;
      const child = HEAPU8[at + 2] ?? 0;
      const inherited = HEAPU8[at + 3] ?? 0;
      if (inherited !== 0) continue;
      own ??= new Uint16Array(256);
      if (own[child] === 0) own[child] = HEAPU16[at >> 1] ?? 0;
    }
    fields[production] = own;
  }
  return fields;
}

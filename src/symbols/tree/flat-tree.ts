/**
 * A syntax tree as arrays, in the order of the text: one pass over tree-sitter's memory instead of calls from JavaScript into
 * WebAssembly for every node (tree-sitter's own queries cost 1.5–3 times the parse; this and the patterns of matcher.ts a
 * fifth). The layout is that of `Subtree` in tree-sitter's subtree.h with 32-bit pointers, fixed by the pinned version of
 * web-tree-sitter; test/symbols/flat-tree.test.ts compares it node by node with tree-sitter's own cursor.
 */
import { ERROR_SYMBOL, type Heap, type LanguageTables } from "./language-tables.ts";

/** Visible nodes; a node's children follow it. Offsets are UTF-16 units. Only requested anonymous nodes are included. */
export interface FlatTree {
  readonly count: number;
  /** Type id, as Language.idForNodeType gives it. */
  readonly type: Uint16Array;
  readonly named: Uint8Array;
  /** Field id within its parent, 0 for none. */
  readonly field: Uint16Array;
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  /** Index behind the node's last descendant. */
  readonly next: Uint32Array;
  /** Index of the parent; the root's is its own. */
  readonly parent: Uint32Array;
  /** Whether part of the text did not fit the grammar. */
  readonly hasError: boolean;
}

/** Bits of the flags, in an inline Subtree and in a heap Subtree. */
const INLINE = { flag: 1, visible: 2, named: 4, extra: 8 } as const;
const HEAP = { visible: 1, named: 2, extra: 4 } as const;

/** Indices of 32-bit words within SubtreeHeapData. */
const WORD = { padding: 1, size: 4, errorCost: 8, childCount: 9, symbol: 10, flags: 11, production: 16 } as const;

/** Bytes of a Subtree in its parent's list of children: a pointer, or a small node itself. */
const SLOT = 8;

const FIRST_CAPACITY = 1 << 14;

/** Makes flat trees, one at a time: each call overwrites the arrays of the call before. */
export class Flattener {
  #capacity = 0;
  #type = new Uint16Array(0);
  #named = new Uint8Array(0);
  #field = new Uint16Array(0);
  #start = new Uint32Array(0);
  #end = new Uint32Array(0);
  #next = new Uint32Array(0);
  #parent = new Uint32Array(0);
  readonly #frames: Frame[] = [];

  /**
   * `root`: address of the tree's root Subtree, which is also the tree's address. `signs`: by type id, 1 for wanted anonymous
   * nodes; null: all are wanted. Half of a tree is punctuation.
   */
  flatten({ HEAPU32, HEAPU16 }: Heap, root: number, tables: LanguageTables, signs: Uint8Array | null = null): FlatTree {
    const { types, aliases, maxAliasLength, fields } = tables;
    let count = 0;
    let hasError = false;
    let depth = 0;
    const frames = this.#frames;
    // The root has no parent.
    let frame = frames[0] ?? newFrame();
    frames[0] = frame;
    open(frame, root, 1, 0, 0, -1, 0, 0);
    frame.first = false;
    while (true) {
      if (frame.left === 0) {
        if (frame.node >= 0) this.#next[frame.node] = count;
        if (depth === 0) break;
        frame = frames[--depth] ?? frame;
        continue;
      }
      const { slot, production, above } = frame;
      frame.slot += SLOT;
      frame.left--;
      const low = HEAPU32[slot >> 2] ?? 0;
      let symbol: number;
      let padding: number;
      let size: number;
      let visible: boolean;
      let named: boolean;
      let extra: boolean;
      let children = 0;
      let word = 0;
      if ((low & INLINE.flag) !== 0) {
        const high = HEAPU32[(slot >> 2) + 1] ?? 0;
        symbol = (low >>> 8) & 0xff;
        padding = (high >>> 16) & 0xff;
        size = high >>> 24;
        visible = (low & INLINE.visible) !== 0;
        named = (low & INLINE.named) !== 0;
        extra = (low & INLINE.extra) !== 0;
      } else {
        word = low >> 2;
        symbol = (HEAPU32[word + WORD.symbol] ?? 0) & 0xffff;
        padding = HEAPU32[word + WORD.padding] ?? 0;
        size = HEAPU32[word + WORD.size] ?? 0;
        children = HEAPU32[word + WORD.childCount] ?? 0;
        const flags = HEAPU32[word + WORD.flags] ?? 0;
        visible = (flags & HEAP.visible) !== 0;
        named = (flags & HEAP.named) !== 0;
        extra = (flags & HEAP.extra) !== 0;
        if (depth === 0) hasError = (HEAPU32[word + WORD.errorCost] ?? 0) > 0;
      }
      // A first child's padding belongs to its parent.
      const start = frame.first ? frame.at : frame.at + padding;
      frame.first = false;
      frame.at = start + size;
      let field = frame.field;
      let alias = 0;
      if (!extra) {
        const child = frame.child++;
        if (production !== 0 && child < maxAliasLength) alias = aliases[production * maxAliasLength + child] ?? 0;
        const own = fields[production]?.[child] ?? 0;
        if (own !== 0) field = own;
      }
      let node = -1;
      if (visible || alias !== 0) {
        const called = alias === 0 ? symbol : alias;
        const type = called === ERROR_SYMBOL ? ERROR_SYMBOL : (types[called] ?? called);
        const isNamed = alias === 0 ? (named ? 1 : 0) : (tables.named[alias] ?? 0);
        if (isNamed === 0 && children === 0 && signs !== null && signs[type] !== 1) continue;
        if (count === this.#capacity) this.#grow();
        node = count++;
        this.#type[node] = type;
        this.#named[node] = isNamed;
        this.#field[node] = field;
        this.#start[node] = start >>> 1;
        this.#end[node] = (start + size) >>> 1;
        this.#next[node] = count;
        this.#parent[node] = above;
      }
      if (children === 0) continue;
      let inner = frames[++depth];
      if (inner === undefined) {
        inner = newFrame();
        frames[depth] = inner;
      }
      frame = inner;
      const first = low - children * SLOT;
      const made = HEAPU16[word * 2 + WORD.production * 2 + 1] ?? 0;
      // The parent and field of a hidden node pass to its children.
      if (node >= 0) open(frame, first, children, start, made, node, 0, node);
      else open(frame, first, children, start, made, -1, field, above);
    }
    return {
      count,
      type: this.#type,
      named: this.#named,
      field: this.#field,
      start: this.#start,
      end: this.#end,
      next: this.#next,
      parent: this.#parent,
      hasError,
    };
  }

  #grow(): void {
    this.#capacity = Math.max(FIRST_CAPACITY, this.#capacity * 2);
    const wider = <A extends Uint8Array | Uint16Array | Uint32Array>(made: A, old: A): A => {
      made.set(old);
      return made;
    };
    this.#type = wider(new Uint16Array(this.#capacity), this.#type);
    this.#named = wider(new Uint8Array(this.#capacity), this.#named);
    this.#field = wider(new Uint16Array(this.#capacity), this.#field);
    this.#start = wider(new Uint32Array(this.#capacity), this.#start);
    this.#end = wider(new Uint32Array(this.#capacity), this.#end);
    this.#next = wider(new Uint32Array(this.#capacity), this.#next);
    this.#parent = wider(new Uint32Array(this.#capacity), this.#parent);
  }
}

function open(
  frame: Frame,
  slot: number,
  left: number,
  at: number,
  production: number,
  node: number,
  field: number,
  above: number,
): void {
  frame.slot = slot;
  frame.left = left;
  frame.at = at;
  frame.first = true;
  frame.production = production;
  frame.child = 0;
  frame.node = node;
  frame.field = field;
  frame.above = above;
}

function newFrame(): Frame {
  return { slot: 0, left: 0, at: 0, first: true, production: 0, child: 0, node: -1, field: 0, above: 0 };
}

/** A node whose children are being read; one frame for each depth, reused. */
interface Frame {
  /** Address of the next child. */
  slot: number;
  left: number;
  /** Byte at which the next child's padding begins. */
  at: number;
  first: boolean;
  production: number;
  /** Number of the next child in its production: extras do not count. */
  child: number;
  /** The node's index in the flat tree; -1 for a hidden node. */
  node: number;
  field: number;
  /** Index of the visible node around the children. */
  above: number;
}

/**
 * Rewrites a WebAssembly module so that it needs no SIMD: each vector becomes two i64, on the stack, in locals, parameters and
 * results alike, and each SIMD instruction what lanes.ts says. The same source thus runs on processors whose engine has no SIMD,
 * with the same results bit for bit. Read: what the AssemblyScript compiler writes (no imports of functions, no tables of them).
 */
import { Code, F32, I32, I64, number, Reader, V128 } from "./bytes.ts";
import { LOWERINGS, type Temporaries } from "./lanes.ts";

const SECTION = { type: 1, import: 2, function: 3, global: 6, export: 7, code: 10 } as const;
const GLOBAL = 3;
const FUNCTION_TYPE = 0x60;
const NO_TYPE = 0x40;

interface FunctionType {
  readonly parameters: readonly number[];
  readonly results: readonly number[];
}

/** What is known of a block while its instructions are rewritten. */
interface Block {
  readonly results: string;
  /** Values on the stack where it began. */
  readonly height: number;
}

/** Throws where the module holds what this does not know. */
export function withoutSimd(wasm: Uint8Array): Uint8Array {
  const reader = new Reader(wasm, 8);
  const sections: { id: number; bytes: Uint8Array }[] = [];
  while (!reader.done) sections.push({ id: reader.byte(), bytes: reader.take(reader.number()) });
  if (sections.some(({ id }) => id === SECTION.import)) throw new Error("a kernel imports nothing");
  const section = (id: number) => new Reader(sections.find((each) => each.id === id)?.bytes ?? Uint8Array.of(0));
  if (exportsGlobal(section(SECTION.export))) throw new Error("a kernel exports no variable");
  const globals = readGlobals(section(SECTION.global));
  const module = new Module(
    readTypes(section(SECTION.type)),
    readNumbers(section(SECTION.function)),
    placesOf(globals.map(({ type }) => type)),
  );
  const code = module.code(section(SECTION.code));
  const rewritten: ReadonlyMap<number, readonly number[]> = new Map([
    [SECTION.code, code],
    [SECTION.global, globalSection(globals)],
    // Blocks of vectors may have added types.
    [SECTION.type, module.typeSection()],
  ]);
  const out: number[] = [...wasm.subarray(0, 8)];
  for (const { id, bytes } of sections) {
    const body = rewritten.get(id) ?? bytes;
    out.push(id, ...number(body.length));
    for (const byte of body) out.push(byte);
  }
  return Uint8Array.from(out);
}

function readTypes(reader: Reader): FunctionType[] {
  return Array.from({ length: reader.number() }, () => {
    if (reader.byte() !== FUNCTION_TYPE) throw new Error("no type of a function");
    const parameters = [...reader.take(reader.number())];
    return { parameters, results: [...reader.take(reader.number())] };
  });
}

function readNumbers(reader: Reader): number[] {
  return Array.from({ length: reader.number() }, () => reader.number());
}

interface Global {
  readonly type: number;
  readonly mutable: number;
  /** Its constant, with the instruction's opcode. */
  readonly value: Uint8Array;
}

function readGlobals(reader: Reader): Global[] {
  return Array.from({ length: reader.number() }, () => {
    const [type, mutable, start] = [reader.byte(), reader.byte(), reader.at];
    if (type === V128) {
      reader.byte();
      reader.number();
      reader.take(16);
    } else if (reader.byte() <= 0x42) reader.skipNumber();
    else reader.take(type === F32 ? 4 : 8);
    const value = reader.bytes.subarray(start, reader.at);
    if (reader.byte() !== 0x0b) throw new Error("a variable that is no constant");
    return { type, mutable, value };
  });
}

function globalSection(globals: readonly Global[]): number[] {
  const split = globals.flatMap(({ type, mutable, value }): number[][] => {
    if (type !== V128) return [[type, mutable, ...value, 0x0b]];
    const halves = new DataView(value.buffer, value.byteOffset + value.length - 16, 16);
    return [0, 8].map((at) => [I64, mutable, ...new Code().i64(halves.getBigUint64(at, true)).bytes, 0x0b]);
  });
  return [...number(split.length), ...split.flat()];
}

function exportsGlobal(reader: Reader): boolean {
  return Array.from({ length: reader.number() }, () => {
    reader.take(reader.number());
    const kind = reader.byte();
    reader.number();
    return kind === GLOBAL;
  }).includes(true);
}

/** Where a local or a global of the source is now, and whether it is a vector, which has two places. */
interface Place {
  readonly at: number;
  readonly isVector: boolean;
}

function placesOf(types: readonly number[]): Place[] {
  let next = 0;
  return types.map((type) => {
    const at = next;
    next += type === V128 ? 2 : 1;
    return { at, isVector: type === V128 };
  });
}

/** v for a vector, s for any other value. */
function kinds(types: readonly number[]): string {
  return types.map((type) => (type === V128 ? "v" : "s")).join("");
}

function scalars(types: readonly number[]): number[] {
  return types.flatMap((type) => (type === V128 ? [I64, I64] : [type]));
}

class Module {
  readonly #added: FunctionType[] = [];

  constructor(
    private readonly types: readonly FunctionType[],
    private readonly functions: readonly number[],
    readonly globals: readonly Place[],
  ) {}

  typeSection(): number[] {
    const all = [...this.types, ...this.#added];
    const bytes = number(all.length);
    for (const { parameters, results } of all) {
      const [from, to] = [scalars(parameters), scalars(results)];
      bytes.push(FUNCTION_TYPE, ...number(from.length), ...from, ...number(to.length), ...to);
    }
    return bytes;
  }

  code(reader: Reader): number[] {
    const count = reader.number();
    const bytes = number(count);
    for (let index = 0; index < count; index++) {
      const body = new Reader(reader.take(reader.number()));
      const rewritten = new Body(this, this.typeOf(index), body).rewrite();
      bytes.push(...number(rewritten.length));
      for (const byte of rewritten) bytes.push(byte);
    }
    return bytes;
  }

  typeOf(functionIndex: number): FunctionType {
    return this.type(this.functions[functionIndex] ?? -1);
  }

  type(index: number): FunctionType {
    const type = this.types[index];
    if (type === undefined) throw new Error(`no type ${index}`);
    return type;
  }

  /** A block that leaves one vector leaves two i64, for which there must be a type. */
  vectorBlock(): number {
    if (this.#added.length === 0) this.#added.push({ parameters: [], results: [V128] });
    return this.types.length;
  }
}

class Body {
  readonly #out = new Code();
  readonly #places: readonly Place[];
  readonly #locals: number[] = [];
  readonly #temporaries: Temporaries;
  /** One letter a value: v or s. */
  #stack = "";
  readonly #blocks: Block[];

  constructor(
    private readonly module: Module,
    type: FunctionType,
    private readonly source: Reader,
  ) {
    const types = [...type.parameters];
    for (let groups = source.number(); groups > 0; groups--) {
      const count = source.number();
      const each = source.byte();
      for (let i = 0; i < count; i++) types.push(each);
    }
    this.#places = placesOf(types);
    this.#locals.push(...scalars(types.slice(type.parameters.length)));
    const at = scalars(types).length;
    const [a, b, c, d, e, f, g, h] = [at, at + 1, at + 2, at + 3, at + 4, at + 5, at + 6, at + 7];
    this.#temporaries = { i64: [a, b, c, d, e, f, g, h], i32: at + 8 };
    this.#locals.push(...Array.from({ length: 8 }, () => I64), I32);
    this.#blocks = [{ results: kinds(type.results), height: 0 }];
  }

  rewrite(): number[] {
    while (!this.source.done) this.#instruction();
    const locals = number(this.#locals.length);
    for (const type of this.#locals) locals.push(1, type);
    return locals.concat(this.#out.bytes);
  }

  #pop(count = 1): string {
    const taken = this.#stack.slice(this.#stack.length - count);
    if (taken.length < count) throw new Error("the stack is too short");
    this.#stack = this.#stack.slice(0, this.#stack.length - count);
    return taken;
  }

  #instruction(): void {
    const { source } = this;
    const start = source.at;
    const opcode = source.byte();
    const copy = () => this.#out.copy(source.bytes.subarray(start, source.at));
    if (opcode === 0xfd) this.#vector(source.number());
    else if (opcode >= 0x20 && opcode <= 0x24) this.#variable(opcode, source.number());
    else if (opcode === 0x1a || opcode === 0x1b) this.#untyped(opcode);
    else if (opcode === 0x02 || opcode === 0x03 || opcode === 0x04) this.#open(opcode);
    else if (opcode === 0x05) {
      copy();
      this.#stack = this.#stack.slice(0, this.#blocks.at(-1)?.height);
    } else if (opcode === 0x0b) {
      copy();
      this.#close();
    } else {
      this.#plain(opcode);
      copy();
      if (opcode === 0x00 || opcode === 0x0c || opcode === 0x0e || opcode === 0x0f) this.#skipDead();
    }
  }

  #vector(name: number): void {
    const lowering = LOWERINGS.get(name);
    if (lowering === undefined) throw new Error(`tools/scalar/lanes.ts does not know the SIMD instruction ${name}`);
    if (this.#pop(lowering.pops.length) !== lowering.pops)
      throw new Error(`other operands of SIMD instruction ${name}`);
    this.#stack += lowering.pushes;
    lowering.write(this.#out, this.#temporaries, this.source);
  }

  /** local.get, .set and .tee, global.get and .set. */
  #variable(opcode: number, index: number): void {
    const isGlobal = opcode >= 0x23;
    const place = (isGlobal ? this.module.globals : this.#places)[index];
    if (place === undefined) throw new Error(`no variable ${index}`);
    const { at, isVector } = place;
    const [get, set] = isGlobal ? [0x23, 0x24] : [0x20, 0x21];
    if (opcode !== get) this.#pop();
    if (opcode !== set) this.#stack += isVector ? "v" : "s";
    if (!isVector) this.#out.op(opcode, ...number(at));
    else {
      if (opcode !== get) this.#out.op(set, ...number(at + 1), set, ...number(at));
      if (opcode !== set) this.#out.op(get, ...number(at), get, ...number(at + 1));
    }
  }

  /** drop and select, which are of any type. */
  #untyped(opcode: number): void {
    if (opcode === 0x1a) {
      this.#out.op(opcode);
      if (this.#pop() === "v") this.#out.op(opcode);
      return;
    }
    const [kind = "s"] = this.#pop(3);
    this.#stack += kind;
    if (kind === "s") {
      this.#out.op(opcode);
      return;
    }
    const { i64, i32 } = this.#temporaries;
    const [aLow, aHigh, bLow, bHigh] = i64;
    this.#out.set(i32).set(bHigh).set(bLow).set(aHigh).set(aLow);
    this.#out.get(aLow).get(bLow).get(i32).op(opcode).get(aHigh).get(bHigh).get(i32).op(opcode);
  }

  #open(opcode: number): void {
    if (opcode === 0x04) this.#pop();
    const type = this.source.byte();
    if (type !== NO_TYPE && (type & 0x40) === 0) throw new Error("a block with parameters");
    const isVector = type === V128;
    this.#blocks.push({ results: type === NO_TYPE ? "" : isVector ? "v" : "s", height: this.#stack.length });
    this.#out.op(opcode, ...(isVector ? number(this.module.vectorBlock()) : [type]));
  }

  #close(): void {
    const block = this.#blocks.pop();
    if (block === undefined) throw new Error("an end too many");
    this.#stack = this.#stack.slice(0, block.height) + block.results;
  }

  /** Nothing is run between a jump and the end of its block. */
  #skipDead(): void {
    for (let depth = 0; ; ) {
      const { at } = this.source;
      const opcode = this.source.byte();
      if (opcode === 0x0b || opcode === 0x05) {
        if (depth === 0) {
          this.source.at = at;
          return;
        }
        if (opcode === 0x0b) depth--;
      } else if (opcode === 0x02 || opcode === 0x03 || opcode === 0x04) {
        depth++;
        this.source.byte();
      } else this.#skipImmediates(opcode);
    }
  }

  #skipImmediates(opcode: number): void {
    if (opcode === 0xfd) throw new Error("a SIMD instruction that is never run");
    const stack = this.#stack;
    // Enough of anything to take away.
    this.#stack = "s".repeat(100);
    if (opcode >= 0x20 && opcode <= 0x24) this.source.number();
    else if (opcode !== 0x1a && opcode !== 0x1b) this.#plain(opcode);
    this.#stack = stack;
  }

  /** Reads the immediates of any other instruction, and does to the stack what it does. */
  #plain(opcode: number): void {
    const { source } = this;
    const change = (pops: number, pushes: number) => {
      this.#pop(pops);
      this.#stack += "s".repeat(pushes);
    };
    if (opcode <= 0x01 || opcode === 0x0f) return;
    if (opcode === 0x0c) source.number();
    else if (opcode === 0x0d) {
      source.number();
      change(1, 0);
    } else if (opcode === 0x0e) {
      for (let left = source.number(); left >= 0; left--) source.number();
      change(1, 0);
    } else if (opcode === 0x10) {
      const { parameters, results } = this.module.typeOf(source.number());
      this.#pop(parameters.length);
      this.#stack += kinds(results);
    } else if (opcode >= 0x28 && opcode <= 0x3e) {
      source.number();
      source.number();
      change(opcode < 0x36 ? 1 : 2, opcode < 0x36 ? 1 : 0);
    } else if (opcode === 0x3f || opcode === 0x40) {
      source.byte();
      change(opcode - 0x3f, 1);
    } else if (opcode === 0x41 || opcode === 0x42) {
      source.skipNumber();
      change(0, 1);
    } else if (opcode === 0x43 || opcode === 0x44) {
      source.take(opcode === 0x43 ? 4 : 8);
      change(0, 1);
    } else if (opcode === 0xfc) {
      const name = source.number();
      if (name > 7 && name !== 10 && name !== 11) throw new Error(`an instruction 0xfc ${name}`);
      if (name > 7) source.take(name === 10 ? 2 : 1);
      change(name > 7 ? 3 : 1, name > 7 ? 0 : 1);
    } else if (opcode >= 0x45 && opcode <= 0xc4) change(isUnary(opcode) ? 1 : 2, 1);
    else throw new Error(`an instruction 0x${opcode.toString(16)}`);
  }
}

/** Of the instructions from i32.eqz (0x45) on: tests, counts of bits, roots, roundings and conversions take one value. */
function isUnary(opcode: number): boolean {
  if (opcode >= 0xa7) return true;
  const ranges = [
    [0x45, 0x45],
    [0x50, 0x50],
    [0x67, 0x69],
    [0x79, 0x7b],
    [0x8b, 0x91],
    [0x99, 0x9f],
  ] as const;
  return ranges.some(([first, last]) => opcode >= first && opcode <= last);
}

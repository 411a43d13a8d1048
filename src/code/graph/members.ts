/** What `value.name` stands for. */
import { isMemberOfAll } from "./builtins.ts";
import { exported } from "./exports.ts";
import { fieldValues, goFields } from "./fields.ts";
import { bindingsOf, bindingValues } from "./locals.ts";
import { objectMember } from "./object-literal.ts";
import { decorators, pick } from "./pick.ts";
import { external, outsideMember, type Semantics, type SymbolPlace, type Value, type Values } from "./semantics.ts";
import { type CodeWorld, isFunction, isType, type SourceFile } from "./world.ts";

/** Where an object may have members that no base declares. */
const DYNAMIC: ReadonlySet<string> = new Set(["python", "javascript", "ruby", "php"]);
/** Bases of bases; a circle is no hierarchy. */
const MAX_BASES = 20;
/** How far the head of a group of declarations may stand above one of them. */
const LOOK_BACK = 2000;

export function memberValues(semantics: Semantics, world: CodeWorld, value: Value, name: string): Values {
  switch (value.kind) {
    case "external":
      return [outsideMember(value, name)];
    case "module":
    case "package":
      return exported(semantics, world, value, name);
    case "object":
      return objectMember(semantics, value.place, value.text, name);
    case "instance":
      return new Members(semantics, world, name).of(value, 0) ?? null;
    case "parent":
      return new Members(semantics, world, name).inBases(value, 0) ?? null;
    case "symbol":
      return ofSymbol(semantics, world, value, name);
  }
}

function ofSymbol(semantics: Semantics, world: CodeWorld, place: SymbolPlace, name: string): Values {
  const { file, index } = place;
  const symbol = file.symbol(index);
  if (symbol === undefined) return null;
  if (isType(symbol)) return new Members(semantics, world, name).of(place, 0) ?? null;
  if (symbol.kind === "module") {
    const inner = pick(file, file.childrenNamed(index, name), "value");
    return inner.length === 0 ? null : inner.map((found) => ({ kind: "symbol", file, index: found }));
  }
  if (symbol.kind === "property" || isProperty(file, index))
    return semantics.members(semantics.result([{ kind: "symbol", file, index }]), name);
  if (isFunction(symbol)) return functionMember(file, index, name);
  const inner = file.childrenNamed(index, name);
  if (inner.length > 0) return inner.map((found) => ({ kind: "symbol", file, index: found }));
  return semantics.members(semantics.held(place), name);
}

/** What a constant holds. */
export function constantValues(semantics: Semantics, { file, index }: SymbolPlace): Values {
  const symbol = file.symbol(index);
  if (symbol === undefined) return null;
  const own = { from: Math.max(0, symbol.nameStart - LOOK_BACK), to: symbol.end };
  // A declaration's own head (const, var) may stand before the name: bindings are told by their whole line.
  const binding = bindingsOf(file, symbol.name, own, []).find(({ at }) => at === symbol.nameStart);
  return binding === undefined
    ? null
    : bindingValues(semantics, binding, { file, scope: symbol.parent, at: symbol.nameStart });
}

function isProperty(file: SourceFile, index: number): boolean {
  const symbol = file.symbol(index);
  if (symbol === undefined || file.language !== "python") return false;
  return decorators(file, symbol).some((name) => /(?:^|\.)(?:property|cached_property|reify|setter)$/.test(name));
}

/** Functions are objects: bind, call, apply; __name__, cache_clear. */
function functionMember(file: SourceFile, index: number, name: string): Values {
  const inner = file.childrenNamed(index, name);
  if (inner.length > 0) return inner.map((found) => ({ kind: "symbol", file, index: found }));
  const known =
    file.language === "python"
      ? /^(?:__\w+__|cache_clear|cache_info)$/
      : /^(?:bind|call|apply|toString|name|length|prototype)$/;
  return known.test(name) ? [external(`function.${name}`)] : null;
}

class Members {
  readonly #seen = new Set<string>();

  constructor(
    private readonly semantics: Semantics,
    private readonly world: CodeWorld,
    private readonly name: string,
  ) {}

  /** Undefined where the type and what it extends have no such member, null where nobody knows. */
  of(place: SymbolPlace, depth: number): Values | undefined {
    const { file, index } = place;
    const key = `${file.rel}\0${index}`;
    if (depth > MAX_BASES || this.#seen.has(key)) return undefined;
    this.#seen.add(key);
    const own = this.#own(place);
    if (own.length > 0) return own;
    const field = fieldValues(this.semantics, file, index, this.name);
    if (field !== undefined) return field;
    const inherited = this.inBases(place, depth);
    if (inherited !== undefined) return inherited;
    return depth === 0 && isMemberOfAll(file.language, this.name) ? [external(`object.${this.name}`)] : undefined;
  }

  inBases(place: SymbolPlace, depth: number): Values | undefined {
    const { file, index } = place;
    let outside: Value | null = null;
    let unknown = false;
    for (const base of this.#bases(place)) {
      if (base === null) unknown = true;
      else if (base.kind === "external") outside ??= base;
      else if (base.kind === "instance" || base.kind === "symbol") {
        const found = this.of(base, depth + 1);
        // What stands before an unknown base may be hidden by it, not what an earlier one gives.
        if (found !== undefined) return unknown ? null : found;
      } else unknown = true;
    }
    if (unknown) return null;
    const reach = DYNAMIC.has(file.language) ? "beyond" : "value";
    if (outside !== null) return [external(`${outside.kind === "external" ? outside.what : ""}.${this.name}`, reach)];
    return isMemberOfAll(file.language, this.name) && file.symbol(index) !== undefined
      ? [external(`object.${this.name}`)]
      : undefined;
  }

  #own({ file, index }: SymbolPlace): Value[] {
    const { name } = this;
    const symbol = file.symbol(index);
    if (symbol === undefined) return [];
    const found = pick(file, file.childrenNamed(index, name), "value").map(
      (child): Value => ({ kind: "symbol", file, index: child }),
    );
    if (found.length > 0 || file.language === "python") return found;
    return this.#elsewhere(file, symbol.name);
  }

  /** Methods that stand outside of the type's block: receivers, impl blocks, extensions, reopened classes. */
  #elsewhere(file: SourceFile, type: string): Value[] {
    const found: Value[] = [];
    const files = file.language === "go" ? this.#packageOf(file) : [file];
    for (const other of files) {
      for (const index of other.named(this.name)) {
        const symbol = other.symbol(index);
        const owner = symbol === undefined ? undefined : other.symbol(symbol.parent);
        const reopened = owner !== undefined && owner.name === type && isType(owner);
        if (symbol !== undefined && (baseName(symbol.receiver) === type || reopened))
          found.push({ kind: "symbol", file: other, index });
      }
    }
    return found;
  }

  #packageOf(file: SourceFile): SourceFile[] {
    const inTests = file.rel.endsWith("_test.go");
    return this.world.filesIn(file.folder).flatMap((rel) => {
      if (rel.endsWith("_test.go") && !inTests) return [];
      return (this.world.mentions(rel, this.name) ? this.world.file(rel) : null) ?? [];
    });
  }

  #bases({ file, index }: SymbolPlace): (Value | null)[] {
    const symbol = file.symbol(index);
    if (symbol === undefined) return [];
    const place = { file, scope: symbol.parent, at: symbol.nameStart };
    const written =
      file.language === "go"
        ? goFields(file, index).flatMap(({ type, embedded }) => (embedded ? [type] : []))
        : symbol.bases;
    return written.flatMap((base): readonly (Value | null)[] => this.semantics.type(place, base) ?? [null]);
  }
}

/** `*Engine[T]` → Engine. */
function baseName(receiver: string | null): string | null {
  return receiver === null ? null : (/^[*&\s]*(?:[\w]+\s+)?[*&\s]*([\w]+)/.exec(receiver)?.[1] ?? null);
}

/** The value of `value.name`. */
import { bindingValues } from "./bindings.ts";
import { outsidePart } from "./containers.ts";
import { isProperty, pick } from "./pick.ts";
import { EXTENDING, isMemberOfAll, rulesOf } from "./rules.ts";
import type { Semantics } from "./semantics.ts";
import { isHiddenTest } from "./top-level.ts";
import { all, external, outsideMember, type SymbolPlace, symbolsIn, type Value, type Values } from "./values.ts";
import { type GraphFile, isFunction, isType } from "./world.ts";

/** Limit of inherited bases; cyclic inheritance ends here. */
const MAX_BASES = 20;
/** Types with the members of their content, and a few members of their own. */
const DEREFS =
  /(?:^|[.:])(?:Box|Rc|Arc|Pin|Ref|RefMut|MutexGuard|RwLockReadGuard|RwLockWriteGuard|Cow|unique_ptr|shared_ptr|optional)$/;
const OWN_OF_DEREFS =
  /^(?:clone|as_ref|as_mut|borrow|borrow_mut|lock|downgrade|get_mut|into_inner|as_deref|pin|new|deref|deref_mut|get|reset|release|swap|use_count|value|has_value)$/;

export function memberValues(semantics: Semantics, value: Value, name: string): Values {
  switch (value.kind) {
    case "external":
      return outside(semantics, value, name);
    case "module":
    case "package":
      return semantics.exported(value, name);
    case "object":
      return objectMember(semantics, value, name);
    case "function":
      return /^(?:bind|call|apply|toString|name|length|prototype|invoke)$/.test(name)
        ? [external(`function.${name}`)]
        : null;
    case "instance": {
      const found = new Members(semantics, name).of(value, 0);
      if (found !== undefined || rulesOf(value.file.language).likeItself?.test(name) !== true) return found ?? null;
      return [{ kind: "external", what: name, reach: "object", gives: [value] }];
    }
    case "parent":
      return inBases(semantics, value, name);
    case "symbol":
      return ofSymbol(semantics, value, name);
  }
}

/** A member from no base of this tree comes from the language's common object type, or is unknown. */
function inBases(semantics: Semantics, value: SymbolPlace, name: string): Values {
  const found = new Members(semantics, name).inBases(value, 0);
  return found === undefined ? [external(`object.${name}`)] : found;
}

function outside(semantics: Semantics, value: Value & { kind: "external" }, name: string): Values {
  const [part] = value.parts ?? [];
  if (part !== undefined && DEREFS.test(value.what) && !OWN_OF_DEREFS.test(name)) {
    const held = semantics.type(part);
    const found = held === null ? null : semantics.members(held, name);
    if (found !== null) return found;
  }
  const extension = extensions(semantics, value.what, name);
  if (extension.length > 0) return extension;
  const given = outsidePart(semantics, value, name);
  const member = outsideMember(value, name);
  if (given === undefined || member.kind !== "external") return [member];
  // The result of calling the member is known: `gives` stores it.
  return [{ ...member, gives: given }];
}

/** Functions of this tree that extend an outside type. */
function extensions(semantics: Semantics, what: string, name: string): Value[] {
  const { world } = semantics;
  if (!EXTENDING.some((language) => world.speaks(language))) return [];
  const type = /[A-Za-z_]\w*$/.exec(what)?.[0] ?? "";
  return world
    .holding(name)
    .filter(({ language }) => rulesOf(language).extendsOutside)
    .flatMap((file) =>
      file.named(name).flatMap((index): Value[] => {
        const symbol = file.symbol(index);
        const owner = symbol === undefined ? undefined : file.symbol(symbol.parent);
        const fits = symbol?.receiver === type || (owner?.kind === "impl" && owner.name === type);
        return fits ? [{ kind: "symbol", file, index }] : [];
      }),
    );
}

function ofSymbol(semantics: Semantics, place: SymbolPlace, name: string): Values {
  const { file, index } = place;
  const symbol = file.symbol(index);
  if (symbol === undefined) return null;
  const alias = file.records.aliases.get(index);
  if (alias !== undefined) {
    const types = semantics.type({ file, span: alias });
    return semantics.members(types, name);
  }
  const { modulesAreTypes, constructorName } = rulesOf(file.language);
  if (isType(symbol) || (symbol.kind === "module" && modulesAreTypes)) {
    if (name === constructorName) return [{ kind: "symbol", ...place }];
    return new Members(semantics, name).of(place, 0) ?? null;
  }
  if (symbol.kind === "module") return moduleMember(semantics, place, name);
  if (symbol.kind === "property" || isProperty(file, index))
    return semantics.members(semantics.result([{ kind: "symbol", file, index }]), name);
  if (isFunction(symbol)) return functionMember(semantics, file, index, name);
  const inner = file.childrenNamed(index, name);
  if (inner.length > 0) return symbolsIn(file, inner);
  const assigned = assignedTo(semantics, file, symbol.name, name);
  return assigned ?? semantics.members(semantics.held(place), name);
}

function moduleMember(semantics: Semantics, { file, index }: SymbolPlace, name: string): Values {
  const own = pick(file, file.childrenNamed(index, name), "value");
  if (own.length > 0) return symbolsIn(file, own);
  const module = file.symbol(index)?.name;
  const others = semantics.defined(file, name).filter((place) => {
    const parent = place.file.symbol(place.file.symbol(place.index)?.parent ?? -1);
    return parent?.kind === "module" && parent.name === module;
  });
  return others.length === 0 ? null : others.map((place) => ({ kind: "symbol", ...place }));
}

/** Functions are objects: bind, call, apply; __name__, cache_clear; and members set on them. */
function functionMember(semantics: Semantics, file: GraphFile, index: number, name: string): Values {
  const inner = file.childrenNamed(index, name);
  if (inner.length > 0) return symbolsIn(file, inner);
  const symbol = file.symbol(index);
  const assigned = symbol === undefined ? null : assignedTo(semantics, file, symbol.name, name);
  if (assigned !== null) return assigned;
  const { functionsAreClasses, functionMembers } = rulesOf(file.language);
  if (functionsAreClasses) {
    const methods = new Members(semantics, name).of({ file, index }, 0);
    if (methods !== undefined && methods !== null) return methods;
  }
  return functionMembers.test(name) ? [external(`function.${name}`)] : null;
}

/** `owner.name = value` in the same file. */
function assignedTo(semantics: Semantics, file: GraphFile, owner: string, name: string): Values {
  const found = file.records.assignments.findLast(
    (one) => one.key === name && file.text.slice(one.owner.start, one.owner.end) === owner,
  );
  return found === undefined ? null : semantics.expression(file, found.value);
}

/** The last part that gives the name decides; a spread of unknown content hides the parts before it. */
function objectMember(
  semantics: Semantics,
  { file, span }: { file: GraphFile; span: { id: number } },
  name: string,
): Values {
  const entries = file.records.expressions.get(span.id)?.entries ?? [];
  for (const { key, value } of entries.toReversed()) {
    if (key === name) {
      const values = semantics.expression(file, value);
      return values;
    }
    if (key !== "") continue;
    const spread = semantics.expression(file, value);
    if (spread === null || spread.some(({ kind }) => kind === "external")) return null;
    const found = semantics.members(spread, name);
    if (found !== null) return found;
    if (!spread.every(({ kind }) => kind === "module")) return null;
  }
  for (const [bound, bindings] of file.records.bindings) {
    if (bindings.some(({ value }) => value?.id === span.id)) return assignedTo(semantics, file, bound, name);
  }
  return null;
}

class Members {
  readonly #seen = new Set<string>();

  constructor(
    private readonly semantics: Semantics,
    private readonly name: string,
  ) {}

  /** Undefined where the type and its bases have no such member, null where unknown. */
  of(place: SymbolPlace, depth: number): Values | undefined {
    const { file, index } = place;
    const key = `${file.rel}\0${index}`;
    if (depth > MAX_BASES || this.#seen.has(key)) return undefined;
    this.#seen.add(key);
    const own = this.#own(place);
    if (own.length > 0) return own;
    const field = this.#field(place);
    if (field !== undefined) return field;
    const inherited = this.inBases(place, depth);
    if (inherited !== undefined) return inherited;
    return depth === 0 && isMemberOfAll(file.language, this.name) ? [external(`object.${this.name}`)] : undefined;
  }

  inBases(place: SymbolPlace, depth: number): Values | undefined {
    const { file } = place;
    let outsideBase: string | null = null;
    let unknown = false;
    for (const base of basesOf(this.semantics, place)) {
      if (base === null) unknown = true;
      else if (base.kind === "external") outsideBase ??= base.what;
      else if (base.kind === "instance" || base.kind === "symbol") {
        const found = this.of(base, depth + 1);
        // An unknown base may hide members of later bases, not of earlier ones.
        if (found !== undefined) return unknown ? null : found;
      } else unknown = true;
    }
    if (unknown) return null;
    const reach = rulesOf(file.language).dynamic ? "beyond" : "value";
    if (outsideBase !== null) return [external(`${outsideBase}.${this.name}`, reach)];
    return isMemberOfAll(file.language, this.name) ? [external(`object.${this.name}`)] : undefined;
  }

  #own({ file, index }: SymbolPlace): Value[] {
    const { name } = this;
    const symbol = file.symbol(index);
    if (symbol === undefined) return [];
    const { companions, membersRepeated, membersOutside } = rulesOf(file.language);
    const found = [...pick(file, file.childrenNamed(index, name), "value")];
    for (const child of companions ? file.children(index) : []) {
      const inner = file.symbol(child);
      // A companion's members count as members of its class.
      if (inner?.kind === "class" && (inner.name === "" || inner.name === "Companion"))
        found.push(...file.childrenNamed(child, name));
    }
    if ((found.length > 0 && !membersRepeated) || membersOutside === "none") return symbolsIn(file, found);
    const elsewhere = this.#elsewhere(file, symbol.name).filter(
      (value) => value.kind === "symbol" && !(value.file === file && found.includes(value.index)),
    );
    return [...symbolsIn(file, found), ...elsewhere];
  }

  /** Methods outside the type's block: receivers, impl blocks, extensions, reopened and partial classes. */
  #elsewhere(file: GraphFile, type: string): Value[] {
    const found: Value[] = [];
    for (const other of this.#files(file)) {
      for (const index of other.named(this.name)) {
        const symbol = other.symbol(index);
        const owner = symbol === undefined ? undefined : other.symbol(symbol.parent);
        const reopened =
          owner !== undefined &&
          owner.name === type &&
          (isType(owner) || owner.kind === "module") &&
          symbol?.kind !== "impl";
        if (symbol !== undefined && (baseName(symbol.receiver) === type || reopened))
          found.push({ kind: "symbol", file: other, index });
      }
    }
    return found;
  }

  #files(file: GraphFile): readonly GraphFile[] {
    const { world } = this.semantics;
    const { membersOutside, family } = rulesOf(file.language);
    if (membersOutside === "file") return [file];
    if (membersOutside === "folder") {
      return world.filesIn(file.folder).flatMap((rel) => {
        if (isHiddenTest(rel, file)) return [];
        return (world.mentions(rel, this.name) ? world.file(rel) : null) ?? [];
      });
    }
    return [
      file,
      ...world.holding(this.name).filter((other) => other !== file && rulesOf(other.language).family === family),
    ];
  }

  #field({ file, index }: SymbolPlace): Values | undefined {
    const fields = file
      .fields(index)
      .filter(({ name }) => name === this.name || name === `@${this.name}` || name === `$${this.name}`);
    if (fields.length === 0) return undefined;
    const typed = fields.find(({ type }) => type !== null);
    if (typed !== undefined) return bindingValues(this.semantics, file, typed);
    // Declared without a value in one place and set in another.
    const set = fields.filter(({ value }) => value !== null);
    const together = all((set.length > 0 ? set : fields).map((field) => bindingValues(this.semantics, file, field)));
    // Only set to None in this class: other code sets the value.
    return together !== null && together.length === 0 ? null : together;
  }
}

/** Objects of the types that a type extends, implements or embeds; null for an unknown one. */
export function basesOf(semantics: Semantics, { file, index }: SymbolPlace): (Value | null)[] {
  const symbol = file.symbol(index);
  if (symbol === undefined) return [];
  const blocks = [{ file, index }, ...otherBlocks(semantics, file, index)];
  return blocks.flatMap((block) => {
    const own = block.file.symbol(block.index);
    return (own?.bases ?? []).flatMap((base): readonly (Value | null)[] => {
      const parts = base.split(/\.|::|\\/).filter((part) => part !== "");
      const [first = "", ...rest] = parts;
      let values = semantics.name(block.file, own?.start ?? 0, first, rest.length === 0 ? "type" : "value");
      for (const part of rest) values = semantics.members(values, part);
      return values === null ? [null] : asObjects(semantics, values);
    });
  });
}

function asObjects(semantics: Semantics, types: Values): readonly (Value | null)[] {
  return (types ?? []).flatMap((type): readonly (Value | null)[] => {
    if (type.kind !== "symbol") return [type.kind === "external" ? { ...type, reach: "object" } : type];
    const alias = type.file.records.aliases.get(type.index);
    if (alias !== undefined) return semantics.type({ file: type.file, span: alias }) ?? [null];
    const symbol = type.file.symbol(type.index);
    if (symbol !== undefined && (isType(symbol) || symbol.kind === "module")) return [{ ...type, kind: "instance" }];
    if (symbol?.kind === "constant") {
      const held = semantics.held(type);
      return held === null
        ? [null]
        : held.map((one): Value | null =>
            one.kind === "symbol" ? { ...one, kind: "instance" } : one.kind === "external" ? one : null,
          );
    }
    return [{ ...type, kind: "instance" }];
  });
}

/** Other blocks of the same type: impl blocks, extensions, reopened and partial classes. */
function otherBlocks(semantics: Semantics, file: GraphFile, index: number): SymbolPlace[] {
  const name = file.symbol(index)?.name;
  if (name === undefined || !rulesOf(file.language).severalBlocks) return [];
  return [
    file,
    ...semantics.world.holding(name).filter((other) => other !== file && other.language === file.language),
  ].flatMap((other) =>
    other.named(name).flatMap((at) => {
      const symbol = other.symbol(at);
      const is =
        symbol !== undefined && (isType(symbol) || symbol.kind === "module") && !(other === file && at === index);
      return is ? [{ file: other, index: at }] : [];
    }),
  );
}

/** `*Engine[T]` → Engine. */
function baseName(receiver: string | null): string | null {
  return receiver === null ? null : (/^[*&\s]*(?:\w+(?:\s+|::|\.))*[*&\s]*(\w+)/.exec(receiver)?.[1] ?? null);
}

/** Types as written in the source, made into what an object of them is. */
import { split } from "./brackets.ts";
import { either, outsideObject, type Place, type Semantics, type Value, type Values } from "./semantics.ts";
import { isType } from "./world.ts";

/** Longer types say nothing that resolution could use. */
const MAX_TYPE = 1000;

const PYTHON_TRANSPARENT = /^(?:Optional|Final|ClassVar|Annotated|Required|NotRequired|ReadOnly)$/;

/** An object of the type; null where nobody knows. */
export function typeValues(semantics: Semantics, place: Place, written: string): Values {
  const text = written.trim();
  if (text === "" || text.length > MAX_TYPE) return null;
  switch (place.file.language) {
    case "python":
      return pythonType(semantics, place, text);
    case "typescript":
    case "tsx":
    case "javascript":
      return scriptType(semantics, place, text);
    case "go":
      return goType(semantics, place, text);
    default:
      return plainType(semantics, place, text);
  }
}

function pythonType(semantics: Semantics, place: Place, text: string): Values {
  const quoted = /^(["'])(.*)\1$/s.exec(text);
  if (quoted !== null) return pythonType(semantics, place, (quoted[2] ?? "").trim());
  if (text.startsWith("(") && text.endsWith(")")) return pythonType(semantics, place, text.slice(1, -1).trim());
  const union = pieces(text, "|");
  if (union.length > 1) return all(union.map((piece) => pythonType(semantics, place, piece)));
  if (text === "None") return [];
  if (/^(?:typing\.)?Self$/.test(text)) return selfType(place);
  const found = /^([\w.]+)\s*(?:\[(.*)\])?$/s.exec(text);
  if (found === null) return null;
  const name = found[1] ?? "";
  const last = name.slice(name.lastIndexOf(".") + 1);
  const args = found[2] === undefined ? [] : pieces(found[2], ",");
  if (PYTHON_TRANSPARENT.test(last)) return args[0] === undefined ? null : pythonType(semantics, place, args[0]);
  if (last === "Union") return all(args.map((piece) => pythonType(semantics, place, piece)));
  if (last === "Type" || name === "type")
    return args[0] === undefined ? null : classesOf(pythonType(semantics, place, args[0]));
  if (last === "Any" || last === "object" || last === "Callable" || last === "Literal")
    return last === "Literal" ? [outsideObject("literal")] : null;
  return objectsOf(semantics, dotted(semantics, place, name), args, place);
}

function scriptType(semantics: Semantics, place: Place, written: string): Values {
  const text = written
    .replace(/^(?:readonly|asserts|unique)\s+/, "")
    .replace(/^[|&]\s*/, "")
    .trim();
  const union = pieces(text, "|");
  if (union.length > 1) return all(union.map((piece) => scriptType(semantics, place, piece)));
  if (/=>|^(?:keyof|infer|new)\b|\bextends\b|^\{|&/.test(text)) return null;
  if (text.startsWith("(") && text.endsWith(")")) return scriptType(semantics, place, text.slice(1, -1));
  if (/^(?:null|undefined|void|never)$/.test(text)) return [];
  if (/^(?:["'`\d-]|true$|false$)/.test(text) || /\bis\b/.test(text)) return [outsideObject("literal")];
  if (text === "any" || text === "unknown" || text === "object") return null;
  if (text === "this") return selfType(place);
  if (text.endsWith("[]")) return [outsideObject("Array", [text.slice(0, -2)], place)];
  if (text.startsWith("[")) return [outsideObject("Array")];
  if (text.startsWith("typeof ")) return semantics.expression(place, text.slice(7));
  const found = /^([\w$.]+)\s*(?:<(.*)>)?$/s.exec(text);
  if (found === null) return null;
  const args = found[2] === undefined ? [] : pieces(found[2], ",");
  if (found[1] === "InstanceType" && args[0] !== undefined)
    return semantics.result(scriptType(semantics, place, args[0]));
  if (/^(?:Readonly|Required|NonNullable|Awaited)$/.test(found[1] ?? "") && args[0] !== undefined)
    return scriptType(semantics, place, args[0]);
  return objectsOf(semantics, dotted(semantics, place, found[1] ?? ""), args, place);
}

function goType(semantics: Semantics, place: Place, written: string): Values {
  const text = written.replace(/^[*&\s]+/, "");
  const list = /^(?:\[[^\]]*\]|\.\.\.)(.+)$/s.exec(text);
  if (list !== null && !text.startsWith("map[")) return [outsideObject("slice", [list[1] ?? ""], place)];
  const map = /^map\[([^\]]*)\](.+)$/s.exec(text);
  if (map !== null) return [outsideObject("map", [map[1] ?? "", map[2] ?? ""], place)];
  if (/^(?:func|interface|any$|struct)/.test(text)) return null;
  if (text.startsWith("chan")) return [outsideObject("chan", [text.replace(/^chan\s+/, "")], place)];
  const found = /^([\w.]+)\s*(?:\[.*\])?$/s.exec(text);
  return found === null ? null : objectsOf(semantics, dotted(semantics, place, found[1] ?? ""), [], place);
}

/** Java, C#, C++, Kotlin, Swift, Rust, Dart, PHP. */
function plainType(semantics: Semantics, place: Place, written: string): Values {
  const text = written
    .replace(/^(?:&|\*|mut\b|const\b|final\b|dyn\b|impl\b|inout\b|some\b|any\b|struct\b|'\w+|\s)+/, "")
    .replace(/[?!*&\s]+$/, "");
  if (text.endsWith("]")) return [outsideObject("array", [text.replace(/\[[^\]]*\]$/, "").replace(/^\[/, "")], place)];
  const found = /^([\w.:\\]+)\s*(?:<(.*)>)?$/s.exec(text);
  if (found === null) return null;
  const name = (found[1] ?? "").replaceAll("::", ".").replaceAll("\\", ".").replace(/^\./, "");
  if (name === "Self") return selfType(place);
  const args = found[2] === undefined ? [] : pieces(found[2], ",");
  const wrapped = /^(?:Option|Box|Rc|Arc|RefCell|Mutex|Result)$/.test(name) && place.file.language === "rust";
  // What is called on them is mostly what they wrap, but that is no certainty.
  if (wrapped) return null;
  return objectsOf(semantics, dotted(semantics, place, name), args, place);
}

/** a.b.C looked up as types are. */
function dotted(semantics: Semantics, place: Place, name: string): Values {
  const [first = "", ...rest] = name.split(".");
  let values = semantics.name(place, first, rest.length === 0 ? "type" : "value");
  for (const part of rest) values = semantics.members(values, part);
  return values;
}

/** Objects of the types that were found by name. */
function objectsOf(semantics: Semantics, types: Values, args: readonly string[], place: Place): Values {
  if (types === null) return null;
  return all(types.map((type) => objectOf(semantics, type, args, place)));
}

function objectOf(semantics: Semantics, type: Value, args: readonly string[], place: Place): Values {
  if (type.kind === "external") return [outsideObject(type.what, args, place)];
  if (type.kind !== "symbol") return null;
  const symbol = type.file.symbol(type.index);
  if (symbol === undefined) return null;
  const alias = aliased(type.file.code, type.file.text, type.file.language, symbol);
  if (alias !== null) {
    const scope = symbol.parent;
    return typeValues(semantics, { file: type.file, scope, at: symbol.nameStart }, alias);
  }
  if (isType(symbol)) return [{ kind: "instance", file: type.file, index: type.index }];
  // A constant and an interface of one name (TypeScript): the type is the interface.
  const types = type.file.childrenNamed(symbol.parent, symbol.name).filter((index) => {
    const other = type.file.symbol(index);
    return other !== undefined && isType(other);
  });
  return types.length === 0
    ? null
    : all(types.map((index) => objectOf(semantics, { kind: "symbol", file: type.file, index }, args, place)));
}

/** What a name stands for that is another type's: `type A = B` of TypeScript, `A = B[C]` of Python. */
function aliased(
  code: string,
  text: string,
  language: string,
  { kind, nameStart, name, end }: { kind: string; nameStart: number; name: string; end: number },
): string | null {
  const script = language === "typescript" || language === "tsx";
  if (
    !(script && kind === "type") &&
    !(language === "python" && (kind === "constant" || kind === "type")) &&
    !(language === "go" && kind === "type")
  )
    return null;
  const behind = nameStart + name.length;
  const found = (language === "go" ? /^\s*=\s*/ : /^(?:\s*<[^=]*>)?(?:\s*:[^=\n]*)?\s*=\s*/).exec(
    code.slice(behind, Math.min(end, behind + 300)),
  );
  if (found === null) return null;
  const value = text
    .slice(behind + found[0].length, end)
    .replace(/;\s*$/, "")
    .trim();
  return /^(?:typing\.)?(?:TypeVar|NewType|ParamSpec|namedtuple|NamedTuple)\b/.test(value) ? null : value;
}

function selfType({ file, scope }: Place): Values {
  const index = file.typeAround(scope);
  return index === -1 ? null : [{ kind: "instance", file, index }];
}

/** Classes as values, of objects of them. */
export function classesOf(objects: Values): Values {
  if (objects === null) return null;
  const classes: Value[] = [];
  for (const value of objects) {
    if (value.kind === "instance") classes.push({ kind: "symbol", file: value.file, index: value.index });
    else if (value.kind === "external") classes.push(value);
    else return null;
  }
  return classes;
}

export function all(parts: readonly Values[]): Values {
  return parts.reduce<Values>(either, []);
}

export function pieces(text: string, separator: string): string[] {
  // Separators within strings do not occur in types but as literals, which nothing is asked of.
  return split(text, 0, text.length, separator).map(({ start, end }) => text.slice(start, end));
}

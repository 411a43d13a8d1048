/** What an expression stands for: names, members, calls, constructors, literals; of operators, what decides the type. */
import { blankText } from "./blank.ts";
import { closing, split } from "./brackets.ts";
import { elementOf } from "./locals.ts";
import { either, external, outsideObject, type Place, type Semantics, type Value, type Values } from "./semantics.ts";
import { all, classesOf } from "./types.ts";

/** Longer ones are data. */
const MAX_EXPRESSION = 4000;

export function expressionValues(semantics: Semantics, place: Place, text: string): Values {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > MAX_EXPRESSION) return null;
  return new Reader(semantics, place, trimmed).whole();
}

class Reader {
  readonly #code: string;
  #at = 0;
  readonly #python: boolean;
  readonly #go: boolean;
  readonly #script: boolean;

  constructor(
    private readonly semantics: Semantics,
    private readonly place: Place,
    private readonly text: string,
  ) {
    const { language } = place.file;
    this.#code = blankText(text, language);
    this.#python = language === "python";
    this.#go = language === "go";
    this.#script = language === "typescript" || language === "tsx" || language === "javascript";
  }

  whole(): Values {
    const values = this.#unary();
    return this.#after(values);
  }

  /** What stands behind the first operand. */
  #after(values: Values): Values {
    const rest = this.#rest();
    if (rest === "") return values;
    const other = (length: number) =>
      this.semantics.expression(this.place, this.text.slice(this.#at).trimStart().slice(length));
    if (this.#python) {
      const condition = /^if\b/.test(rest) ? this.#wordAt("else") : -1;
      if (condition !== -1)
        return either(values, this.semantics.expression(this.place, this.text.slice(condition + 4)));
      if (/^or\b/.test(rest)) return either(values, other(2));
      if (/^(?:==|!=|<=?|>=?|in\b|not\s+in\b|is\b)/.test(rest)) return [outsideObject("bool")];
    } else {
      const cast = /^(?:as|satisfies)\s+/.exec(rest);
      if (this.#script && cast !== null) return this.#cast(values, cast[0], rest);
      if (/^(?:\?\?|\|\|)/.test(rest)) return either(values, other(2));
      if (/^(?:===?|!==?|<=?|>=?)(?![<>])/.test(rest)) return [outsideObject("bool")];
      if (this.#script && rest.startsWith("?")) return this.#conditional();
    }
    const arithmetic = /^(?:[+\-*/%]|&(?!&)|\|(?!\|)|<<|>>)(?!=)/.test(rest);
    return arithmetic && values !== null && values.length > 0 && values.every(({ kind }) => kind === "external")
      ? [outsideObject("number")]
      : null;
  }

  #cast(values: Values, cast: string, rest: string): Values {
    if (cast.startsWith("satisfies")) return values;
    const type = rest.slice(cast.length).trim();
    if (type === "const") return values;
    return this.semantics.type(this.place, type);
  }

  /** condition ? one : other */
  #conditional(): Values {
    const from = this.#code.indexOf("?", this.#at) + 1;
    let depth = 0;
    for (let at = from; at < this.#code.length; at++) {
      const sign = this.#code[at] ?? "";
      if ("([{?".includes(sign)) depth++;
      else if (")]}".includes(sign)) depth--;
      else if (sign === ":" && depth-- === 0) {
        const [one, other] = [this.text.slice(from, at), this.text.slice(at + 1)];
        return either(this.semantics.expression(this.place, one), this.semantics.expression(this.place, other));
      }
    }
    return null;
  }

  #wordAt(word: string): number {
    let depth = 0;
    for (let at = this.#at; at < this.#code.length; at++) {
      const sign = this.#code[at] ?? "";
      if ("([{".includes(sign)) depth++;
      else if (")]}".includes(sign)) depth--;
      else if (
        depth === 0 &&
        this.#code.startsWith(word, at) &&
        /\W/.test(this.#code[at - 1] ?? " ") &&
        /\W/.test(this.#code[at + word.length] ?? " ")
      )
        return at;
    }
    return -1;
  }

  #rest(): string {
    return this.#code.slice(this.#at).trim();
  }

  #unary(): Values {
    const prefix = /^\s*(?:await\s+|typeof\s+|not\s+|try[?!]?\s+|yield\s+(?:from\s+)?|[!~&*+]|-(?!>)|<-)/.exec(
      this.#code.slice(this.#at),
    );
    if (prefix === null) return this.#postfix(this.#primary());
    const word = prefix[0].trim();
    this.#at += prefix[0].length;
    const values = this.#unary();
    if (word === "await") return this.#awaited(values);
    if (word === "typeof" || word === "not" || word === "!" || word === "-" || word === "+" || word === "~")
      return [outsideObject("value")];
    if (word === "<-" || word.startsWith("yield")) return null;
    return values;
  }

  #awaited(values: Values): Values {
    if (values === null) return null;
    return all(
      values.map((value) => {
        if (value.kind !== "external") return [value];
        const part = value.parts?.at(-1);
        if (part === undefined || value.place === undefined)
          return value.parts === undefined ? [external(value.what, "value")] : [value];
        return /(?:Promise|PromiseLike|Awaitable|Coroutine|Future|Task)$/.test(value.what)
          ? this.semantics.type(value.place, part)
          : [external(value.what, "value")];
      }),
    );
  }

  #primary(): Values {
    const code = this.#code;
    this.#at += /^\s*/.exec(code.slice(this.#at))?.[0].length ?? 0;
    const rest = code.slice(this.#at);
    const sign = rest[0] ?? "";
    const string = /^[a-zA-Z]{0,3}(?="|')|^`/.exec(rest);
    if (string !== null && /["'`]/.test(rest[string[0] === "`" ? 0 : string[0].length] ?? ""))
      return this.#string(string[0] === "`" ? 0 : string[0].length, string[0]);
    if (/^\.?\d/.test(rest)) return this.#token(/^[\w.]+/, rest, [outsideObject("number")]);
    if (sign === "(") return this.#parenthesised();
    if (this.#go && /^(?:\[|map\[|func\b|struct\b)/.test(rest)) return this.#goLiteral(rest);
    if (sign === "[") return this.#bracketed([outsideObject(this.#python ? "list" : "Array")]);
    if (sign === "{")
      return this.#bracketed(
        this.#script
          ? [{ kind: "object", place: this.place, text: this.text.slice(this.#at) }]
          : [outsideObject("dict")],
      );
    if (/^(?:lambda|function|async|class|fn|func|def|if|match|switch|do)\b/.test(rest)) return null;
    const created = /^new\s+/.exec(rest);
    if (created !== null) return this.#created(created[0].length);
    const name = /^[$\w@]+/.exec(rest)?.[0];
    if (name === undefined) return null;
    this.#at += name.length;
    return this.#named(name);
  }

  #token(pattern: RegExp, rest: string, values: Values): Values {
    this.#at += pattern.exec(rest)?.[0].length ?? 1;
    return values;
  }

  #string(prefix: number, letters: string): Values {
    const from = this.#at + prefix;
    const quote = /^("""|'''|["'`])/.exec(this.#code.slice(from))?.[0] ?? '"';
    const end = this.#code.indexOf(quote, from + quote.length);
    this.#at = end === -1 ? this.#code.length : end + quote.length;
    return [outsideObject(/b/i.test(letters) ? "bytes" : "str")];
  }

  #parenthesised(): Values {
    const close = closing(this.#code, this.#at);
    if (close === -1) return null;
    const inner = this.text.slice(this.#at + 1, close);
    const several = split(this.#code, this.#at + 1, close).length > 1;
    this.#at = close + 1;
    if (/^\s*=>/.test(this.#code.slice(this.#at))) return null;
    return several ? [outsideObject("tuple")] : this.semantics.expression(this.place, inner);
  }

  #bracketed(values: Values): Values {
    const close = closing(this.#code, this.#at);
    if (close === -1) return null;
    this.#at = close + 1;
    return values;
  }

  /** []T{…}, map[K]V{…}, func() {…} */
  #goLiteral(rest: string): Values {
    if (!/^(?:\[|map\[)/.test(rest)) return null;
    const found = /^(?:\[[^\]]*\]|map\[[^\]]*\])+[\w.*]+/.exec(rest);
    if (found === null) return null;
    this.#at += found[0].length;
    if (this.#code[this.#at] === "{" || this.#code[this.#at] === "(") this.#bracketed([]);
    return this.semantics.type(this.place, found[0]);
  }

  /** new a.b.C<T>(…) */
  #created(skipped: number): Values {
    this.#at += skipped;
    const name = /^[\w$.:\\]+/.exec(this.#code.slice(this.#at))?.[0];
    if (name === undefined) return null;
    this.#at += name.length;
    this.#generics();
    if (this.#code[this.#at] === "(") this.#bracketed([]);
    if (this.#script) {
      const classes = this.semantics.expression(this.place, name);
      return classes === null ? null : this.semantics.result(classes);
    }
    return this.semantics.type(this.place, name);
  }

  /** Type arguments, where a call's bracket stands behind them. */
  #generics(): boolean {
    const code = this.#code;
    if (code[this.#at] !== "<") return false;
    let depth = 0;
    for (let at = this.#at; at < code.length; at++) {
      const sign = code[at] ?? "";
      if ("<([{".includes(sign)) depth++;
      else if (")]}".includes(sign) || (sign === ">" && code[at - 1] !== "=")) depth--;
      else if (sign === ";") return false;
      if (depth > 0) continue;
      if (depth < 0 || sign !== ">" || code[at + 1] !== "(") return false;
      this.#at = at + 1;
      return true;
    }
    return false;
  }

  #named(name: string): Values {
    const { file, scope } = this.place;
    if (name === "this" || name === "$this" || (name === "self" && !this.#python && !this.#script)) return this.#self();
    if (
      /^(?:super|base|parent)$/.test(name) &&
      !this.#go &&
      (name === "super" || file.language === "csharp" || file.language === "php")
    ) {
      const index = file.typeAround(scope);
      if (this.#python && this.#code[this.#at] === "(") this.#bracketed([]);
      return index === -1 ? null : [{ kind: "parent", file, index }];
    }
    if (/^(?:true|false|True|False)$/.test(name)) return [outsideObject("bool")];
    if (/^(?:null|undefined|None|nil)$/.test(name)) return [];
    if (this.#python && this.#code[this.#at] === "(") {
      if (name === "type") return this.#classOfArgument();
      if (name === "cast") return this.#castCall();
    }
    if (this.#go && /^(?:new|make)$/.test(name) && this.#code[this.#at] === "(") return this.#goMade();
    return this.semantics.name(this.place, name, "value");
  }

  #self(): Values {
    const { file, scope } = this.place;
    const index = file.typeAround(scope);
    if (index === -1) return null;
    if (this.#script) {
      // Within `function` the object is another one.
      for (let at = scope; at > index; at = file.symbol(at)?.parent ?? -1) {
        const symbol = file.symbol(at);
        if (symbol === undefined || symbol.parent === index) break;
        if (/^(?:async\s+)?function\b/.test(file.code.slice(symbol.start, symbol.end)) || symbol.kind === "method")
          return null;
      }
    }
    return [{ kind: "instance", file, index }];
  }

  #classOfArgument(): Values {
    const close = closing(this.#code, this.#at);
    const inner = this.text.slice(this.#at + 1, close);
    this.#at = close + 1;
    return classesOf(this.semantics.expression(this.place, inner));
  }

  #castCall(): Values {
    const close = closing(this.#code, this.#at);
    const [type] = split(this.#code, this.#at + 1, close);
    this.#at = close + 1;
    return type === undefined ? null : this.semantics.type(this.place, this.text.slice(type.start, type.end));
  }

  #goMade(): Values {
    return this.#castCall();
  }

  #postfix(first: Values): Values {
    let values = first;
    for (;;) {
      const rest = this.#code.slice(this.#at);
      const member = /^\s*(?:!?\??\.|->|::)\s*#?([$\w]+)/.exec(rest);
      if (member !== null) {
        this.#at += member[0].length;
        const name = member[1] ?? "";
        values = this.#python && name === "__class__" ? classesOf(values) : this.semantics.members(values, name);
        continue;
      }
      const asserted = this.#go ? /^\.\(\s*([^)]+)\)/.exec(rest) : null;
      if (asserted !== null) {
        this.#at += asserted[0].length;
        values = asserted[1] === "type" ? null : this.semantics.type(this.place, asserted[1] ?? "");
        continue;
      }
      if (rest.startsWith("?.") && /[(<]/.test(rest[2] ?? "")) this.#at += 2;
      if (this.#generics() || this.#code[this.#at] === "(") {
        const close = closing(this.#code, this.#at);
        if (close === -1) return null;
        this.#at = close + 1;
        values = this.semantics.result(values);
        continue;
      }
      if (
        this.#go &&
        /^(?:\[[\w.,\s*]*\])?\{/.test(rest) &&
        values?.every(({ kind }) => kind === "symbol" || kind === "external")
      ) {
        this.#at = this.#code.indexOf("{", this.#at);
        this.#bracketed([]);
        values = this.semantics.result(values);
        continue;
      }
      if (rest[0] === "[" || rest.startsWith("?.[")) {
        this.#at = this.#code.indexOf("[", this.#at);
        const close = closing(this.#code, this.#at);
        if (close === -1) return null;
        this.#at = close + 1;
        values = indexed(this.semantics, values, this.#python || this.#go);
        continue;
      }
      if (/^!(?!=)/.test(rest)) {
        this.#at++;
        continue;
      }
      return values;
    }
  }
}

/** value[…]: an element; of a class or function it names type arguments. */
function indexed(semantics: Semantics, values: Values, generics: boolean): Values {
  if (values === null) return null;
  return all(
    values.map((value: Value): Values => {
      if (value.kind === "symbol" && generics) return [value];
      return elementOf(semantics, value);
    }),
  );
}

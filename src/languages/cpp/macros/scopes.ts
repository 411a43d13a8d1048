/** Whether a place in C or C++ is in the body of a function or where declarations stand: files, namespaces, classes. */

/** A word that opens braces for declarations. */
const KEYS = new Set(["class", "struct", "union", "namespace", "extern"]);
/** Behind these a brace is a function's, a statement's or a value's. */
const BODY = new Set([")", "=", ",", "(", "return", "else", "do", "try", "const", "noexcept", "override", "->", "]"]);
/** Tokens that are looked at in front of a brace. */
const MAX_HEAD = 120;

export class Scopes {
  /** The name of each open scope; null for what is none. */
  private readonly open: (string | null)[] = [];
  /** Words and marks since the last declaration's end. */
  private head: string[] = [];

  /** To be told of every token that is left, in order. */
  pass(token: string): void {
    if (token === "{") this.open.push(this.scopeOf());
    else if (token === "}") this.open.pop();
    if (token === "{" || token === "}" || token === ";") this.head = [];
    else if (this.head.length < MAX_HEAD) this.head.push(token);
  }

  /** Where only declarations stand. */
  get isOutside(): boolean {
    return this.open.at(-1) !== null;
  }

  /** Of the innermost class or namespace; "" at file level and in a function. */
  get name(): string {
    return this.open.at(-1) ?? "";
  }

  private scopeOf(): string | null {
    if (BODY.has(this.head.at(-1) ?? "")) return null;
    for (let at = this.head.length - 1; at >= 0; at--) {
      const before = this.head[at - 1];
      if (KEYS.has(this.head[at] ?? "") && before !== "<" && before !== ",") return this.head[at + 1] ?? "";
    }
    return null;
  }
}

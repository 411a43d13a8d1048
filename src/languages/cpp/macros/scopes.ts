/** Whether a place in C or C++ is in a function body or between declarations: files, namespaces, classes. */

/** A word that opens braces for declarations. */
const KEYS = new Set(["class", "struct", "union", "namespace", "extern"]);
/** A brace behind these tokens opens a function, a statement or a value. */
const BODY = new Set([")", "=", ",", "(", "return", "else", "do", "try", "const", "noexcept", "override", "->", "]"]);
/** Tokens examined before a brace. */
const MAX_HEAD = 120;

export class Scopes {
  /** The name of each open scope; null for a scope without declarations. */
  private readonly open: (string | null)[] = [];
  /** Words and marks since the last declaration's end. */
  private head: string[] = [];

  /** Must be called with every visible token, in order. */
  pass(token: string): void {
    if (token === "{") this.open.push(this.scopeOf());
    else if (token === "}") this.open.pop();
    if (token === "{" || token === "}" || token === ";") this.head = [];
    else if (this.head.length < MAX_HEAD) this.head.push(token);
  }

  /** Whether only declarations may stand here. */
  get isOutside(): boolean {
    return this.open.at(-1) !== null;
  }

  /** Name of the innermost class or namespace; "" at file level and in a function. */
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

/** Whether a descriptor is a terminal. */

/** What Bun and Node keep beneath node:tty; undocumented, so nothing about it is taken for granted. */
interface Binding {
  isTTY?: (fd: number) => unknown;
}

/** node:tty knows, but it loads Node's streams, which costs 3 ms of every command's start. */
export function isTerminal(fd: number): boolean {
  const said = bound()?.(fd);
  return typeof said === "boolean" ? said : process.getBuiltinModule("node:tty").isatty(fd);
}

function bound(): Binding["isTTY"] {
  try {
    const binding: unknown = Reflect.apply(Reflect.get(process, "binding"), process, ["tty_wrap"]);
    return typeof binding === "object" && binding !== null ? (binding as Binding).isTTY : undefined;
  } catch {
    return undefined;
  }
}

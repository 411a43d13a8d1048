/** What keys do in the viewer that is open: the viewer says it, the page's one listener calls it. */
import { useEffect } from "preact/hooks";

export type CommandName = "next" | "previous" | "forward" | "back" | "larger" | "smaller" | "callers" | "callees";
export type Commands = { readonly [Name in CommandName]?: () => void };

let current: Commands = {};

/** The viewer's commands while it is shown. */
export function useCommands(commands: Commands): void {
  useEffect(() => {
    current = commands;
    return () => {
      if (current === commands) current = {};
    };
  });
}

export function runCommand(name: CommandName): void {
  current[name]?.();
}

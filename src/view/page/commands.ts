/** What keys do in the viewer that is open: the viewer says it, the page's one listener calls it. */
import { useEffect } from "preact/hooks";

export type ViewerCommandName = "next" | "previous" | "forward" | "back" | "larger" | "smaller" | "callers" | "callees";
export type ViewerCommands = { readonly [Name in ViewerCommandName]?: () => void };

let current: ViewerCommands = {};

/** The viewer's commands while it is shown. */
export function useCommands(commands: ViewerCommands): void {
  useEffect(() => {
    current = commands;
    return () => {
      if (current === commands) current = {};
    };
  });
}

export function runCommand(name: ViewerCommandName): void {
  current[name]?.();
}

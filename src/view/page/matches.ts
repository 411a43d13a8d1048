/** Steps from match to match in what is shown: every element with `data-match`, in document order. */
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

export interface Matches {
  /** Moves by so many matches, around at the ends. */
  step(by: number): void;
}

const CURRENT = "current";

/** Brings the first match, or the one nearest behind `[data-here]`, into view whenever `key` changes. */
export function useMatches(root: RefObject<HTMLElement | null>, key: unknown): Matches {
  const all = () => [...(root.current?.querySelectorAll("[data-match]") ?? [])];
  const show = (element: Element | undefined) => {
    for (const other of all()) other.classList.remove(CURRENT);
    element?.classList.add(CURRENT);
    element?.scrollIntoView({ block: "center", inline: "nearest" });
  };
  useEffect(() => {
    const here = root.current?.querySelector("[data-here]") ?? null;
    if (here === null) {
      show(all()[0]);
      return;
    }
    const behind = all().find((match) => here.contains(match) || isBehind(here, match));
    const isInside = behind !== undefined && here.contains(behind);
    show(isInside ? behind : undefined);
    if (!isInside) here.scrollIntoView({ block: "center" });
  }, [key]);
  return {
    step(by) {
      const matches = all();
      const at = matches.findIndex((match) => match.classList.contains(CURRENT));
      if (matches.length > 0) show(matches[(at + by + matches.length) % matches.length]);
    },
  };
}

function isBehind(a: Element, b: Element): boolean {
  return (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

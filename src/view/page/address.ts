/** What the page shows, as the address bar holds it: so Back, reload and bookmarks work while the server runs. */
import { useEffect, useState } from "preact/hooks";

export type Mode = "hybrid" | "lexical" | "semantic";

/** Which place of which file is open. */
export interface OpenPlace {
  readonly path: string;
  /** 0: the hit itself, else its further passages in order. */
  readonly passage: number;
  /** Another page, row or line than the passage's; null: the passage's own. */
  readonly at: number | null;
}

export interface Address {
  readonly query: string;
  readonly mode: Mode;
  readonly types: readonly string[];
  readonly extensions: readonly string[];
  readonly folders: readonly string[];
  readonly days: number | null;
  readonly selected: OpenPlace | null;
}

const MODES: readonly Mode[] = ["hybrid", "lexical", "semantic"];

function parsed(search: string): Address {
  const params = new URLSearchParams(search);
  const path = params.get("file");
  return {
    query: params.get("q") ?? "",
    mode: MODES.find((mode) => mode === params.get("mode")) ?? "hybrid",
    types: params.getAll("type"),
    extensions: params.getAll("ext"),
    folders: params.getAll("in"),
    days: count(params.get("days")),
    selected: path === null ? null : { path, passage: count(params.get("passage")) ?? 0, at: count(params.get("at")) },
  };
}

/** A whole number above 0, null for anything else. */
function count(value: string | null): number | null {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}

function written({ query, mode, types, extensions, folders, days, selected }: Address): string {
  const params = new URLSearchParams();
  if (query !== "") params.set("q", query);
  if (mode !== "hybrid") params.set("mode", mode);
  for (const type of types) params.append("type", type);
  for (const extension of extensions) params.append("ext", extension);
  for (const folder of folders) params.append("in", folder);
  if (days !== null) params.set("days", String(days));
  if (selected !== null) {
    params.set("file", selected.path);
    if (selected.passage > 0) params.set("passage", String(selected.passage));
    if (selected.at !== null) params.set("at", String(selected.at));
  }
  const text = params.toString();
  return `${location.pathname}${text === "" ? "" : `?${text}`}`;
}

/** `push`: a step that Back takes back; without, the entry of the address is replaced, as while one types. */
export type Go = (change: Partial<Address>, push: boolean) => void;

export function useAddress(): readonly [Address, Go] {
  const [address, setAddress] = useState(() => parsed(location.search));
  useEffect(() => {
    const back = () => setAddress(parsed(location.search));
    addEventListener("popstate", back);
    return () => removeEventListener("popstate", back);
  }, []);
  const go: Go = (change, push) => {
    setAddress((now) => {
      const next = { ...now, ...change };
      const target = written(next);
      if (push && target !== `${location.pathname}${location.search}`) history.pushState(null, "", target);
      else history.replaceState(null, "", target);
      return next;
    });
  };
  return [address, go];
}

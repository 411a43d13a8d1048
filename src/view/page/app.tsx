/** The page: a search, its hits, and the file that is open. */
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ViewHit, ViewInputs, ViewSearch } from "../../request/view-request.ts";
import { type Address, type Mode, type OpenPlace, useAddress } from "./address.ts";
import { CallError, call, keepAlive } from "./api.ts";
import { runCommand } from "./commands.ts";
import { Facets } from "./facets.tsx";
import { Failure } from "./failure.tsx";
import { HitList } from "./hit-list.tsx";
import { HitView, passageOf } from "./hit-view.tsx";
import { IndexPanel } from "./index-panel.tsx";
import { KeysPanel } from "./keys-panel.tsx";
import { useCall } from "./use-call.ts";

/** Hits of one step. */
const STEP = 30;
const MOST = 99;

const MODES: readonly (readonly [Mode, string])[] = [
  ["hybrid", "Words and meaning"],
  ["lexical", "Words"],
  ["semantic", "Meaning"],
];

type Panel = "index" | "keys" | null;

function facetsOf({ query, mode, types, extensions, folders, days }: Address): ViewInputs["facets"] | null {
  if (query.trim() === "") return null;
  const kinds = types as NonNullable<ViewInputs["search"]["types"]>;
  const narrowed = { types: kinds, extensions: [...extensions], folders: [...folders] };
  return { query, mode, ...narrowed, ...(days === null ? {} : { days }) };
}

function requestOf(address: Address, limit: number): ViewInputs["search"] | null {
  const asked = facetsOf(address);
  return asked === null ? null : { ...asked, limit };
}

function App() {
  const [address, go] = useAddress();
  const [limit, setLimit] = useState(STEP);
  const [panel, setPanel] = useState<Panel>(null);
  const [said, setSaid] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const { query, mode, selected } = address;
  const { answer, error, isStale } = useCall("search", requestOf(address, limit));
  // The hits come first: what they are counted by is asked for once they are there.
  const facets = useCall("facets", isStale ? null : facetsOf({ ...address, query: answer?.query ?? query }));
  const hits = answer?.hits ?? [];
  const hit = hits.find(({ path }) => path === selected?.path) ?? null;

  const type = (text: string) => {
    setLimit(STEP);
    go({ query: text, selected: null }, false);
  };
  const select = (selection: OpenPlace) => go({ selected: selection }, true);
  const move = (by: number) => {
    const next = neighbour(hits, selected, by);
    if (next !== null) go({ selected: next }, selected === null);
  };
  const copy = () => {
    if (selected === null) return;
    const line = selected.at ?? passageOf(hit, selected)?.line ?? 1;
    const text = `${selected.path}:${line}`;
    navigator.clipboard.writeText(text).then(
      () => setSaid(`Copied ${text}`),
      () => setSaid("The browser does not let this page copy."),
    );
  };
  const open = () => {
    if (hit?.link != null) location.href = hit.link;
    else setSaid("Start qsearch view with QSEARCH_LINK=vscode (or cursor, zed, …) and Enter opens your editor.");
  };
  const back = () => {
    if (panel !== null) setPanel(null);
    else if (selected !== null) go({ selected: null }, true);
    else input.current?.focus();
  };
  useEffect(() => {
    if (said === "") return;
    const timer = setTimeout(() => setSaid(""), 4000);
    return () => clearTimeout(timer);
  }, [said]);
  useEffect(() => {
    document.title = query === "" ? "qsearch" : `${query} · qsearch`;
  }, [query]);
  useEffect(() => {
    if (selected === null) input.current?.focus();
  }, []);
  useEffect(() => {
    const keys: Readonly<Record<string, () => void>> = {
      "/": () => input.current?.select(),
      j: () => move(1),
      k: () => move(-1),
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      n: () => runCommand("next"),
      p: () => runCommand("previous"),
      "]": () => runCommand("forward"),
      "[": () => runCommand("back"),
      "+": () => runCommand("larger"),
      "=": () => runCommand("larger"),
      "-": () => runCommand("smaller"),
      c: () => runCommand("callers"),
      e: () => runCommand("callees"),
      y: copy,
      i: () => setPanel((now) => (now === "index" ? null : "index")),
      "?": () => setPanel((now) => (now === "keys" ? null : "keys")),
      Enter: open,
      Escape: back,
    };
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      const isTyping = target instanceof HTMLInputElement && target.type !== "checkbox";
      if (isTyping && !["ArrowDown", "ArrowUp", "Enter", "Escape"].includes(event.key)) return;
      // A control that has the focus is pressed by Enter, and a list within a region is scrolled by arrows.
      if (event.key === "Enter" && target?.closest("button, a, summary") != null) return;
      const run = keys[event.key];
      if (run === undefined) return;
      event.preventDefault();
      if (isTyping && event.key === "Enter") {
        move(selected === null ? 1 : 0);
        input.current?.blur();
      } else if (isTyping && event.key === "Escape" && panel === null && selected === null) input.current?.blur();
      else {
        if (isTyping) input.current?.blur();
        run();
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });

  return (
    <div class={selected === null ? "app" : "app has-viewer"}>
      <header class="bar">
        <search>
          <label>
            <span class="hidden">Search</span>
            <input
              ref={input}
              type="search"
              value={query}
              placeholder="Search your files   ( / )"
              autocomplete="off"
              autocapitalize="off"
              spellcheck={false}
              onInput={(event) => type(event.currentTarget.value)}
            />
          </label>
        </search>
        <select
          aria-label="How to search"
          value={mode}
          onChange={(event) => go({ mode: event.currentTarget.value as Mode, selected: null }, true)}
        >
          {MODES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <button
          type="button"
          onClick={() => setPanel(panel === "index" ? null : "index")}
          aria-expanded={panel === "index"}
        >
          Index
        </button>
        <button
          type="button"
          onClick={() => setPanel(panel === "keys" ? null : "keys")}
          aria-expanded={panel === "keys"}
          aria-label="Keys"
        >
          ?
        </button>
      </header>
      <main>
        <div class="left">
          <Facets facets={facets.answer} address={address} go={go} />
          {error !== null && <Failure error={error} />}
          {query.trim() === "" && <Welcome />}
          {answer !== null && query.trim() !== "" && (
            <HitList
              answer={answer}
              files={facets.answer?.files ?? null}
              selected={selected}
              isStale={isStale}
              onSelect={select}
              onMore={() => setLimit(Math.min(limit + STEP, MOST))}
              onQuery={(text) => go({ query: text, selected: null }, true)}
            />
          )}
        </div>
        {selected !== null && (
          <HitView
            selection={selected}
            hit={hit}
            query={answer?.query ?? query}
            onSelect={select}
            onClose={() => go({ selected: null }, true)}
            onCopy={copy}
          />
        )}
      </main>
      {panel === "index" && <IndexPanel onClose={() => setPanel(null)} />}
      {panel === "keys" && <KeysPanel onClose={() => setPanel(null)} />}
      <p class={said === "" ? "said" : "said shown"} role="status">
        {said}
      </p>
    </div>
  );
}

function Welcome() {
  return (
    <div class="welcome">
      <p>Type words to find passages in your files: all of them are looked for, in any form.</p>
      <dl>
        <dt>
          <code>"golden bearing"</code>
        </dt>
        <dd>these words together</dd>
        <dt>
          <code>inspect*</code>
        </dt>
        <dd>words that begin so</dd>
        <dt>
          <code>invoice -draft</code>
        </dt>
        <dd>without a word</dd>
        <dt>
          <code>parse header ext:ts</code>
        </dt>
        <dd>in files of a kind</dd>
      </dl>
      <p>
        <kbd>?</kbd> shows the keys.
      </p>
    </div>
  );
}

/** The passage before or behind the one that is open; the first one where none is. Null where there is no further one. */
function neighbour(hits: ViewSearch["hits"], selected: OpenPlace | null, by: number): OpenPlace | null {
  const all = hits.flatMap((hit: ViewHit) =>
    [0, ...hit.passages.map((_, at) => at + 1)].map((passage): OpenPlace => ({ path: hit.path, passage, at: null })),
  );
  const now = all.findIndex(({ path, passage }) => path === selected?.path && passage === selected.passage);
  return now === -1 ? (all[0] ?? null) : (all[now + by] ?? null);
}

/** The token of the first address becomes a cookie, and goes from the address bar. Resolves with what went wrong. */
async function enter(): Promise<CallError | null> {
  const token = location.hash.slice(1);
  if (token === "") return null;
  history.replaceState(null, "", location.pathname + location.search);
  try {
    await call("enter", { token });
    return null;
  } catch (error) {
    return error instanceof CallError ? error : new CallError("internal", String(error), "");
  }
}

const root = document.getElementById("root");
const refused = await enter();
if (root !== null) {
  if (refused === null) {
    keepAlive();
    render(<App />, root);
  } else render(<Failure error={refused} />, root);
}

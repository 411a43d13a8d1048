/** The list of hits: files that hold all the words, a divider, the rest. */
import { useEffect, useRef } from "preact/hooks";
import type { SearchPassage } from "../../request/search-request.ts";
import type { ViewExcerpt, ViewHit, ViewSearch } from "../../request/view-request.ts";
import type { OpenPlace } from "./address.ts";
import { Marked, Name } from "./marked.tsx";

interface ListProps {
  readonly answer: ViewSearch;
  /** How many files hold all the words; null while they are counted. */
  readonly files: number | null;
  readonly selected: OpenPlace | null;
  readonly isStale: boolean;
  onSelect(selection: OpenPlace): void;
  onMore(): void;
  onQuery(query: string): void;
}

export function holdsAllWords({ match }: ViewHit): boolean {
  return match === "chunk" || match === "document";
}

export function HitList({ answer, files, selected, isStale, onSelect, onMore, onQuery }: ListProps) {
  const { hits, more, suggestions, warnings } = answer;
  const full = hits.filter(holdsAllWords).length;
  return (
    <section class="list" aria-label="Results" aria-busy={isStale} tabIndex={0}>
      <p class="count" role="status">
        {hits.length === 0
          ? "Nothing found."
          : full === 0
            ? "No file holds all the words."
            : files === null
              ? "Counting …"
              : `${files} ${files === 1 ? "file" : "files"}`}
      </p>
      {suggestions.length > 0 && (
        <p class="meant">
          Did you mean{" "}
          {suggestions.map((query) => (
            <button type="button" class="suggestion" key={query} onClick={() => onQuery(query)}>
              <Name text={query} />
            </button>
          ))}
        </p>
      )}
      <ol class="hits">
        {hits.map((hit, at) => (
          <li key={hit.path}>
            {at === full && full > 0 && (
              <p class="divider">{hit.match === "meaning" ? "Near in meaning" : "With some of the words"}</p>
            )}
            <Hit hit={hit} selected={selected?.path === hit.path ? selected.passage : null} onSelect={onSelect} />
          </li>
        ))}
      </ol>
      {more && (
        <button type="button" class="more" onClick={onMore}>
          More results
        </button>
      )}
      {warnings.map((warning) => (
        <p class="warning" key={warning}>
          <Name text={warning} />
        </p>
      ))}
    </section>
  );
}

interface HitProps {
  readonly hit: ViewHit;
  /** The passage that is open; null for none. */
  readonly selected: number | null;
  onSelect(selection: OpenPlace): void;
}

function Hit({ hit, selected, onSelect }: HitProps) {
  const slash = hit.name.lastIndexOf("/");
  const passages: readonly (readonly [SearchPassage, ViewExcerpt | undefined])[] = [
    [hit, hit.excerpt],
    ...hit.passages.map((passage, at) => [passage, hit.further[at]] as const),
  ];
  return (
    <article class={hit.weak ? "hit weak" : "hit"}>
      <h2>
        <Name text={hit.name.slice(slash + 1)} />
        {hit.type === "generated" && <small class="tag">generated</small>}
        {hit.stale && <small class="tag">changed since</small>}
        {hit.weak && <small class="tag">far in meaning</small>}
      </h2>
      {slash > 0 && (
        <p class="folder">
          <Name text={hit.name.slice(0, slash)} />
        </p>
      )}
      {passages.map(([passage, excerpt], at) => (
        <Passage
          key={passage.chunk}
          passage={passage}
          excerpt={excerpt ?? { text: passage.snippet, ranges: [] }}
          isSelected={selected === at}
          onSelect={() => onSelect({ path: hit.path, passage: at, at: null })}
        />
      ))}
    </article>
  );
}

interface PassageProps {
  readonly passage: SearchPassage;
  readonly excerpt: ViewExcerpt;
  readonly isSelected: boolean;
  onSelect(): void;
}

function Passage({ passage, excerpt, isSelected, onSelect }: PassageProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isSelected) button.current?.scrollIntoView({ block: "nearest" });
  }, [isSelected]);
  return (
    <button
      type="button"
      class="passage"
      ref={button}
      aria-current={isSelected ? "true" : undefined}
      onClick={onSelect}
    >
      <span class="place">
        {placeOf(passage)}
        {passage.symbol !== null && (
          <span class="symbol">
            <Name text={passage.symbol} />
          </span>
        )}
      </span>
      <span class="excerpt">
        <Marked {...aroundMatch(excerpt)} />
      </span>
    </button>
  );
}

export function placeOf({ page, sheet, part, row, line, cells }: SearchPassage): string {
  if (page !== null) return `page ${page}`;
  if (sheet !== null) return `${sheet} ${cells ?? `row ${line}`}`;
  if (row !== null) return `row ${row}`;
  return part === null ? `line ${line}` : `${part}, line ${line}`;
}

/** Three lines are shown: they begin near the first match. */
const BEFORE_MATCH = 60;

function aroundMatch({ text, ranges }: ViewExcerpt): ViewExcerpt {
  const first = ranges[0]?.[0] ?? 0;
  if (first <= BEFORE_MATCH) return { text, ranges };
  const line = text.lastIndexOf("\n", first) + 1;
  const blank = text.indexOf(" ", first - BEFORE_MATCH) + 1;
  const from = line > first - BEFORE_MATCH ? line : Math.min(blank === 0 ? first : blank, first);
  return { text: text.slice(from), ranges: ranges.map(([start, end]) => [start - from, end - from] as const) };
}

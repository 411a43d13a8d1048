/** Text and code, line by line; beside code its outline, and who calls the symbol that is chosen. */
import { useRef, useState } from "preact/hooks";
import type { OutlineResult } from "../../request/graph-request.ts";
import type { ViewGraph, ViewRange, ViewText } from "../../request/view-request.ts";
import { useCommands } from "./commands.ts";
import { Failure } from "./failure.tsx";
import { Marked, Name } from "./marked.tsx";
import { useMatches } from "./matches.ts";
import { MatchSteps } from "./pdf-view.tsx";
import { useCall } from "./use-call.ts";

interface TextProps {
  readonly path: string;
  readonly query: string;
  readonly line: number;
  readonly unit: { readonly page?: number; readonly sheet?: string; readonly part?: string };
  readonly isCode: boolean;
  onPlace(path: string, line: number): void;
}

type Direction = "callers" | "callees";

export function TextView({ path, query, line, unit, isCode, onPlace }: TextProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { answer, error, isStale } = useCall("text", { path, query, line, ...unit });
  const outline = useCall("outline", isCode ? { path } : null);
  const matches = useMatches(frame, answer);
  const [direction, setDirection] = useState<Direction | null>(null);
  const symbol = symbolAt(outline.answer, line);
  const asked = direction === null || symbol === null ? null : { path, name: symbol.name, direction };
  const toggle = (wanted: Direction) => setDirection((now) => (now === wanted ? null : wanted));
  useCommands({
    next: () => matches.step(1),
    previous: () => matches.step(-1),
    callers: () => toggle("callers"),
    callees: () => toggle("callees"),
  });
  const found = answer?.marks.reduce((sum, { ranges }) => sum + ranges.length, 0) ?? 0;
  return (
    <>
      <div class="tools" role="toolbar" aria-label="Text">
        {symbol !== null && (
          <>
            <code class="symbol">
              <Name text={symbol.name} />
            </code>
            <button type="button" aria-pressed={direction === "callers"} onClick={() => toggle("callers")}>
              Callers
            </button>
            <button type="button" aria-pressed={direction === "callees"} onClick={() => toggle("callees")}>
              Callees
            </button>
          </>
        )}
        <span class="gap" />
        <MatchSteps count={found} step={matches.step} />
      </div>
      {asked !== null && <Graph asked={asked} onPlace={onPlace} />}
      <div class={isCode ? "text-frame with-outline" : "text-frame"}>
        <section class={isCode ? "text code" : "text"} ref={frame} tabIndex={0} aria-label="Text" aria-busy={isStale}>
          {error !== null && <Failure error={error} />}
          {answer !== null && <Sections answer={answer} line={line} isCode={isCode} />}
        </section>
        {isCode && outline.answer !== null && outline.answer.symbols.length > 0 && (
          <Outline outline={outline.answer} current={symbol} onLine={(to) => onPlace(path, to)} />
        )}
      </div>
    </>
  );
}

type OutlineSymbol = OutlineResult["symbols"][number];

/** The innermost symbol that holds the line. */
function symbolAt(outline: OutlineResult | null, line: number): OutlineSymbol | null {
  return outline?.symbols.findLast(({ line_start, line_end }) => line_start <= line && line <= line_end) ?? null;
}

interface OutlineProps {
  readonly outline: OutlineResult;
  readonly current: OutlineSymbol | null;
  onLine(line: number): void;
}

function Outline({ outline, current, onLine }: OutlineProps) {
  return (
    <nav class="outline" aria-label="Outline" tabIndex={0}>
      <ul>
        {outline.symbols.map((symbol) => (
          <li key={`${symbol.line} ${symbol.name}`} class={`level-${Math.min(symbol.level, 4)}`}>
            <button
              type="button"
              title={`${symbol.kind}, line ${symbol.line}`}
              aria-current={symbol === current ? "true" : undefined}
              onClick={() => onLine(symbol.line)}
            >
              <Name text={symbol.name.slice(symbol.name.lastIndexOf(".") + 1)} />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface GraphProps {
  readonly asked: { readonly path: string; readonly name: string; readonly direction: Direction };
  onPlace(path: string, line: number): void;
}

function Graph({ asked, onPlace }: GraphProps) {
  const { answer, error, isStale } = useCall("graph", asked);
  if (error !== null) return <Failure error={error} />;
  if (answer === null || isStale) return <p class="graph">Looking for {asked.direction} …</p>;
  if (answer.calls.length === 0) {
    return (
      <p class="graph">
        {asked.direction === "callers" ? "No call of it was found." : "It calls nothing that was found."}
      </p>
    );
  }
  return (
    <ul class="graph" aria-label={asked.direction} tabIndex={0}>
      {answer.calls.map((call) => (
        <li key={`${call.path}:${call.line}:${call.column}`}>
          <Call call={call} root={answer.root} direction={asked.direction} onPlace={onPlace} />
        </li>
      ))}
    </ul>
  );
}

interface CallProps {
  readonly call: ViewGraph["calls"][number];
  readonly root: string;
  readonly direction: Direction;
  onPlace(path: string, line: number): void;
}

/** A caller is shown by the place of its call, a callee by its definition where that is known. */
function Call({ call, root, direction, onPlace }: CallProps) {
  const target = direction === "callees" ? call.to[0] : undefined;
  const place = target ?? call;
  const name = direction === "callers" ? (call.from?.name ?? "top of the file") : (target?.name ?? call.call);
  return (
    <button type="button" onClick={() => onPlace(`${root}/${place.path}`, place.line)}>
      <code>
        <Name text={name} />
      </code>{" "}
      <span class="place">
        <Name text={`${place.path}:${place.line}`} />
      </span>
      {call.state !== "resolved" && <small class="tag">{call.state === "handed_on" ? "handed on" : call.state}</small>}
    </button>
  );
}

interface SectionsProps {
  readonly answer: ViewText;
  readonly line: number;
  readonly isCode: boolean;
}

function Sections({ answer, line, isCode }: SectionsProps) {
  const { read, marks, headings } = answer;
  const titles = new Set(headings.map(({ section, line: at }) => `${section} ${at}`));
  const ranges = new Map(marks.map((mark) => [`${mark.section} ${mark.line}`, mark.ranges]));
  return (
    <>
      {read.sections.map((section, at) => {
        const label = section.page === null ? (section.sheet ?? section.part) : `page ${section.page}`;
        return (
          <section key={label ?? at}>
            {label !== null && (
              <h3>
                <Name text={label} />
              </h3>
            )}
            {section.note !== null && (
              <p class="warning">
                <Name text={section.reason ?? section.note} />
              </p>
            )}
            {section.lines.map(({ line: number, text }, index) => (
              <Line
                key={index}
                number={number}
                text={text}
                ranges={ranges.get(`${at} ${index}`) ?? []}
                isHere={number === line}
                isHeading={!isCode && titles.has(`${at} ${index}`)}
              />
            ))}
          </section>
        );
      })}
      {read.truncated && <p class="warning">The text goes on: choose a later place of the file.</p>}
    </>
  );
}

interface LineProps {
  readonly number: number;
  readonly text: string;
  readonly ranges: readonly ViewRange[];
  readonly isHere: boolean;
  readonly isHeading: boolean;
}

function Line({ number, text, ranges, isHere, isHeading }: LineProps) {
  return (
    <div
      class={isHeading ? "line heading" : "line"}
      data-here={isHere ? "" : undefined}
      data-match={ranges.length > 0 ? "" : undefined}
    >
      <span class="number" aria-hidden="true">
        {number}
      </span>
      <span class="content">
        <Marked text={text} ranges={ranges} />
      </span>
    </div>
  );
}

/** A page of a PDF as a picture, with the matches marked where they stand. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { ViewPage } from "../../request/view-request.ts";
import { useCommands } from "./commands.ts";
import { Failure } from "./failure.tsx";
import { Name } from "./marked.tsx";
import { useMatches } from "./matches.ts";
import { useCall } from "./use-call.ts";

interface PdfProps {
  readonly path: string;
  readonly query: string;
  readonly page: number;
  /** Line of the page that is wanted; null for none. */
  readonly line: number | null;
  onPage(page: number): void;
}

/** Widths of the picture in pixels of the screen, by steps of the zoom. */
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];
const WIDEST = innerWidth > 2200 ? 1500 : 980;
/** Narrower than this, type could not be read when the page is fitted. */
const LEAST = 560;

export function PdfView({ path, query, page, line, onPage }: PdfProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<number | null>(null);
  const [zoom, setZoom] = useState(2);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const fitted = Math.max(Math.min((room ?? WIDEST) - 32, WIDEST), LEAST);
  const shown = Math.round(fitted * (ZOOMS[zoom] ?? 1));
  const width = Math.min(4000, Math.round(shown * Math.min(devicePixelRatio, 2)));
  const { answer, error, isStale } = useCall(
    "page",
    room === null ? null : { path, query, page, width, ...(line === null ? {} : { line }) },
  );
  const matches = useMatches(frame, answer?.id);
  const turn = (by: number) => {
    const next = page + by;
    if (next >= 1 && next <= (answer?.pages ?? page)) onPage(next);
  };
  useCommands({
    next: () => matches.step(1),
    previous: () => matches.step(-1),
    forward: () => turn(1),
    back: () => turn(-1),
    larger: () => setZoom((now) => Math.min(now + 1, ZOOMS.length - 1)),
    smaller: () => setZoom((now) => Math.max(now - 1, 0)),
  });
  return (
    <>
      <div class="tools" role="toolbar" aria-label="Page">
        <button type="button" onClick={() => turn(-1)} disabled={page <= 1} aria-label="Previous page">
          ‹
        </button>
        <span>
          page {page} {answer !== null && `of ${answer.pages}`}
        </span>
        <button type="button" onClick={() => turn(1)} disabled={page >= (answer?.pages ?? page)} aria-label="Next page">
          ›
        </button>
        <span class="gap" />
        <MatchSteps count={answer?.matches.filter(({ rects }) => rects.length > 0).length ?? 0} step={matches.step} />
        <button type="button" onClick={() => setZoom(Math.max(zoom - 1, 0))} aria-label="Smaller">
          −
        </button>
        <button type="button" onClick={() => setZoom(Math.min(zoom + 1, ZOOMS.length - 1))} aria-label="Larger">
          +
        </button>
      </div>
      {answer?.unreliable != null && (
        <p class="warning">
          The text of this page is not to be trusted: <Name text={answer.unreliable} />
        </p>
      )}
      <section class="paper-frame" ref={frame} tabIndex={0} aria-label="Page" aria-busy={isStale}>
        {error !== null && <Failure error={error} />}
        {answer !== null && <Paper answer={answer} width={shown} />}
      </section>
    </>
  );
}

function Paper({ answer, width }: { readonly answer: ViewPage; readonly width: number }) {
  const height = Math.round((width * answer.height) / answer.width);
  return (
    <div class="paper" data-page={answer.page}>
      <img src={`picture/${answer.id}`} width={width} height={height} alt={`Page ${answer.page}`} />
      <svg viewBox={`0 0 ${answer.width} ${answer.height}`} width={width} height={height} aria-hidden="true">
        {answer.matches.map(({ rects }, at) =>
          rects.length === 0 ? null : (
            <g data-match="" data-here={at === answer.here ? "" : undefined} key={at}>
              {rects.map(({ x, y, width: w, height: h }) => (
                <rect key={`${x} ${y}`} x={x - 1} y={y - 1} width={w + 2} height={h + 2} rx={2} />
              ))}
            </g>
          ),
        )}
      </svg>
    </div>
  );
}

/** How many matches there are, and the way from one to the next. */
export function MatchSteps({ count, step }: { readonly count: number; step(by: number): void }) {
  return (
    <span class="steps">
      <button type="button" onClick={() => step(-1)} disabled={count === 0} aria-label="Previous match">
        ↑
      </button>
      <span>{count === 1 ? "1 match" : `${count} matches`}</span>
      <button type="button" onClick={() => step(1)} disabled={count === 0} aria-label="Next match">
        ↓
      </button>
    </span>
  );
}

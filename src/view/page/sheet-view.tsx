/** Rows of a spreadsheet or a CSV file as a grid, sheets as tabs. */
import { useRef } from "preact/hooks";
import { useCommands } from "./commands.ts";
import { Failure } from "./failure.tsx";
import { Marked, Name } from "./marked.tsx";
import { useMatches } from "./matches.ts";
import { MatchSteps } from "./pdf-view.tsx";
import { useCall } from "./use-call.ts";

interface SheetProps {
  readonly path: string;
  readonly query: string;
  readonly sheet: string | null;
  readonly row: number;
  onPlace(sheet: string | null, row: number): void;
}

export function SheetView({ path, query, sheet, row, onPlace }: SheetProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { answer, error, isStale } = useCall("sheet", { path, query, row, ...(sheet === null ? {} : { sheet }) });
  const matches = useMatches(frame, answer);
  const move = (by: number) => {
    const place = answer === null ? undefined : by < 0 ? answer.rows[0] : answer.rows.at(-1);
    if (place !== undefined) onPlace(answer?.sheet ?? null, Math.max(1, place.row));
  };
  useCommands({
    next: () => matches.step(1),
    previous: () => matches.step(-1),
    forward: () => move(1),
    back: () => move(-1),
  });
  const found = answer?.rows.reduce((sum, { marks }) => sum + marks.reduce((n, cell) => n + cell.length, 0), 0) ?? 0;
  return (
    <>
      <div class="tools" role="toolbar" aria-label="Sheet">
        {(answer?.sheets ?? []).map((name) => (
          <button
            type="button"
            key={name}
            aria-pressed={name === answer?.sheet}
            class="tab"
            onClick={() => onPlace(name, 1)}
          >
            <Name text={name} />
          </button>
        ))}
        <span class="gap" />
        <MatchSteps count={found} step={matches.step} />
      </div>
      <section class="grid-frame" ref={frame} tabIndex={0} aria-label="Rows" aria-busy={isStale}>
        {error !== null && <Failure error={error} />}
        {answer?.before === true && (
          <button type="button" class="more" onClick={() => move(-1)}>
            Rows before
          </button>
        )}
        {answer !== null && (
          <table class="grid">
            <thead>
              <tr>
                <td />
                {answer.columns.map((column) => (
                  <th scope="col" key={column}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {answer.rows.map(({ row: number, cells, marks }) => (
                <tr key={number} data-here={number === row ? "" : undefined}>
                  <th scope="row">{number}</th>
                  {cells.map((cell, at) => (
                    <td key={answer.columns[at]} data-match={marks[at]?.length ? "" : undefined}>
                      <Marked text={cell} ranges={marks[at] ?? []} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {answer?.after === true && (
          <button type="button" class="more" onClick={() => move(1)}>
            Rows after
          </button>
        )}
      </section>
    </>
  );
}

/** The file that is open, in the way that suits its format. */
import { useState } from "preact/hooks";
import type { SearchPassage } from "../../request/search-request.ts";
import type { ViewHit } from "../../request/view-request.ts";
import type { OpenPlace } from "./address.ts";
import { placeOf } from "./hit-list.tsx";
import { Name } from "./marked.tsx";
import { PdfView } from "./pdf-view.tsx";
import { SheetView } from "./sheet-view.tsx";
import { TextView } from "./text-view.tsx";
import { Why } from "./why.tsx";

interface HitViewProps {
  readonly selection: OpenPlace;
  /** Null for a file that is no hit, as one that a call leads to. */
  readonly hit: ViewHit | null;
  readonly query: string;
  onSelect(selection: OpenPlace): void;
  onClose(): void;
  onCopy(): void;
}

const SHEETS: ReadonlySet<string> = new Set(["xlsx", "xls", "xlsb", "xlsm", "ods", "fods", "csv", "tsv", "tab", "psv"]);

export function HitView({ selection, hit, query, onSelect, onClose, onCopy }: HitViewProps) {
  const [isWhyOpen, setWhyOpen] = useState(false);
  const passage = passageOf(hit, selection);
  const slash = selection.path.lastIndexOf("/");
  return (
    <section class="viewer" aria-label="File">
      <header>
        <button type="button" class="close" onClick={onClose} aria-label="Back to the results">
          ‹
        </button>
        <h1 title={selection.path}>
          <Name text={selection.path.slice(slash + 1)} />
          {passage !== null && <span class="place">{placeOf(passage)}</span>}
        </h1>
        {hit?.explain !== undefined && (
          <button type="button" aria-expanded={isWhyOpen} onClick={() => setWhyOpen(!isWhyOpen)}>
            Why
          </button>
        )}
        <button type="button" onClick={onCopy} title="Copy path:line (y)">
          Copy place
        </button>
        {hit?.link != null && (
          <a class="button" href={hit.link}>
            Open
          </a>
        )}
      </header>
      {isWhyOpen && hit !== null && <Why hit={hit} />}
      <Body key={selection.path} selection={selection} hit={hit} passage={passage} query={query} onSelect={onSelect} />
    </section>
  );
}

/** The passage of a hit that is open, unless another place of the file was chosen. */
export function passageOf(hit: ViewHit | null, { passage }: OpenPlace): SearchPassage | null {
  if (hit === null) return null;
  return passage === 0 ? hit : (hit.passages[passage - 1] ?? hit);
}

interface BodyProps {
  readonly selection: OpenPlace;
  readonly hit: ViewHit | null;
  readonly passage: SearchPassage | null;
  readonly query: string;
  onSelect(selection: OpenPlace): void;
}

function Body({ selection, hit, passage, query, onSelect }: BodyProps) {
  const { path, at } = selection;
  const ext = hit?.ext ?? path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  const [sheet, setSheet] = useState<string | null>(null);
  const place = (to: number) => onSelect({ ...selection, at: to });
  if (ext === "pdf") {
    const line = at === null ? (passage?.line ?? null) : null;
    return <PdfView path={path} query={query} page={at ?? passage?.page ?? 1} line={line} onPage={place} />;
  }
  if (SHEETS.has(ext) && hit?.location_kind !== "line") {
    return (
      <SheetView
        path={path}
        query={query}
        sheet={at === null ? (passage?.sheet ?? null) : (sheet ?? passage?.sheet ?? null)}
        row={at ?? passage?.row ?? passage?.line ?? 1}
        onPlace={(name, row) => {
          setSheet(name);
          place(row);
        }}
      />
    );
  }
  const { page, part } = passage ?? {};
  const unit = page != null ? { page } : part != null ? { part } : {};
  const isCode = hit === null || hit.type === "source" || hit.type === "test";
  return (
    <TextView
      path={path}
      query={query}
      line={at ?? passage?.line ?? 1}
      unit={unit}
      isCode={isCode}
      onPlace={(to, line) => onSelect({ path: to, passage: 0, at: line })}
    />
  );
}

/** Filters beside the query, each with the number of files that it would leave. */
import { useEffect, useRef } from "preact/hooks";
import type { ViewFacet, ViewFacets } from "../../request/view-request.ts";
import type { Address, Go } from "./address.ts";
import { Name } from "./marked.tsx";

const DAYS: Readonly<Record<string, string>> = {
  1: "last 24 hours",
  7: "last 7 days",
  30: "last 30 days",
  365: "last year",
};

interface FacetsProps {
  readonly facets: ViewFacets | null;
  readonly address: Address;
  readonly go: Go;
}

export function Facets({ facets, address, go }: FacetsProps) {
  const { types, extensions, folders, days } = address;
  const toggled = (values: readonly string[], value: string) =>
    values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
  const set = (change: Partial<Address>) => go({ ...change, selected: null }, true);
  return (
    <fieldset class="facets" aria-label="Filters">
      <Facet
        label="Type"
        facets={facets?.types ?? []}
        chosen={types}
        onToggle={(value) => set({ types: toggled(types, value) })}
      />
      <Facet
        label="Extension"
        facets={facets?.extensions ?? []}
        chosen={extensions}
        onToggle={(value) => set({ extensions: toggled(extensions, value) })}
      />
      <Facet
        label="Folder"
        facets={facets?.folders ?? []}
        chosen={folders}
        name={(value) => value.slice(value.lastIndexOf("/") + 1)}
        onToggle={(value) => set({ folders: toggled(folders, value) })}
      />
      <Facet
        label="Changed"
        facets={facets?.days ?? []}
        chosen={days === null ? [] : [String(days)]}
        name={(value) => DAYS[value] ?? `last ${value} days`}
        onToggle={(value) => set({ days: days === Number(value) ? null : Number(value) })}
      />
    </fieldset>
  );
}

interface FacetProps {
  readonly label: string;
  readonly facets: readonly ViewFacet[];
  readonly chosen: readonly string[];
  name?(value: string): string;
  onToggle(value: string): void;
}

function Facet({ label, facets, chosen, name = (value) => value, onToggle }: FacetProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const isInside = event.target instanceof Node && details.current?.contains(event.target) === true;
      if (details.current !== null && !isInside) details.current.open = false;
    };
    addEventListener("click", close);
    addEventListener("focusin", close);
    return () => {
      removeEventListener("click", close);
      removeEventListener("focusin", close);
    };
  }, []);
  // A chosen value stays in the list when no file has it any more.
  const known = new Set(facets.map(({ value }) => value));
  const all = [...facets, ...chosen.filter((value) => !known.has(value)).map((value) => ({ value, files: 0 }))];
  return (
    <details class={chosen.length > 0 ? "facet chosen" : "facet"} ref={details}>
      <summary>
        {label}
        {chosen.length > 0 && (
          <span class="chosen-values">
            {" "}
            <Name text={chosen.map(name).join(", ")} />
          </span>
        )}
      </summary>
      <ul>
        {all.length === 0 && <li class="none">nothing to choose from</li>}
        {all.map(({ value, files }) => (
          <li key={value}>
            <label title={value}>
              <input type="checkbox" checked={chosen.includes(value)} onChange={() => onToggle(value)} />
              <span class="value">
                <Name text={name(value)} />
              </span>
              <span class="files">{files}</span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}

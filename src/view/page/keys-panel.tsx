/** The keys, as a table. */

const KEYS = [
  ["/", "search"],
  ["j k or ↓ ↑", "next, previous hit"],
  ["n p", "next, previous match in the file"],
  ["] [", "next, previous page or rows"],
  ["+ −", "larger, smaller page"],
  ["Enter", "open in the editor (QSEARCH_LINK)"],
  ["y", "copy path:line"],
  ["c e", "callers, callees of the symbol"],
  ["i", "the index"],
  ["Esc", "back"],
  ["?", "these keys"],
] as const;

export function KeysPanel({ onClose }: { onClose(): void }) {
  return (
    <section class="panel" role="dialog" aria-label="Keys">
      <header>
        <h2>Keys</h2>
        <button type="button" onClick={onClose} aria-label="Close">
          ×
        </button>
      </header>
      <dl class="keys panel-body">
        {KEYS.map(([key, what]) => (
          <>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </>
        ))}
      </dl>
    </section>
  );
}

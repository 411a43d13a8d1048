/** Why a hit stands where it does: the parts of its score as bars. */
import type { ViewHit } from "../../request/view-request.ts";

const MATCH: Readonly<Record<ViewHit["match"], string>> = {
  chunk: "all words in one passage",
  document: "all words in the document",
  partial: "some of the words",
  meaning: "found by its meaning",
};

const PARTS = [
  ["bm25", "Words (BM25)"],
  ["path_match", "Words in the path"],
  ["file_total", "Words in the whole file"],
  ["definition", "A definition of the word"],
] as const;

export function Why({ hit }: { readonly hit: ViewHit }) {
  const parts = hit.explain;
  if (parts === undefined) return null;
  const most = Math.max(1e-9, ...PARTS.map(([key]) => parts[key]));
  return (
    <section class="why" aria-label="Why this hit">
      <p>
        Score {hit.score.toFixed(2)}, {MATCH[hit.match]}.
      </p>
      <dl>
        {PARTS.map(([key, name]) => (
          <Bar key={key} name={name} value={parts[key]} most={most} />
        ))}
        {parts.path_penalty < 1 && (
          <Bar name="Factor for tests, examples, old files" value={parts.path_penalty} most={1} />
        )}
        {parts.words !== undefined && <Bar name="Lane of words" value={parts.words} most={1} />}
        {parts.cosine !== undefined && parts.cosine !== null && (
          <Bar name="Nearness of meaning" value={parts.cosine} most={1} />
        )}
        {parts.weight !== undefined && <Bar name="Share of meaning in the order" value={parts.weight} most={1} />}
      </dl>
    </section>
  );
}

function Bar({ name, value, most }: { readonly name: string; readonly value: number; readonly most: number }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <meter min={0} max={most} value={Math.max(0, value)} aria-label={name} />
        <span>{value.toFixed(2)}</span>
      </dd>
    </>
  );
}

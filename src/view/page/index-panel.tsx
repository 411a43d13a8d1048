/** The index beside the search: what it holds, what waits for a vector, what could not be read, and what to do. */
import { useEffect, useState } from "preact/hooks";
import type { StatusResult } from "../../request/index-run-request.ts";
import { Failure } from "./failure.tsx";
import { Name } from "./marked.tsx";
import { useCall } from "./use-call.ts";

/** Milliseconds between looks while the panel is open. */
const LOOK_MS = 3000;

/** What to do about files that could not be read, by the code of the error. */
const REMEDIES: Readonly<Record<string, string>> = {
  encoding: 'Name the encoding in the configuration, as in encodings = ["windows-1252"].',
  encrypted: "Save a copy without the password.",
  too_large: "Raise max_size in the configuration.",
  no_text: "It holds pictures of text: run it through OCR, for example ocrmypdf.",
  truncated: "The file is cut off: fetch it again.",
  corrupt: "The file is damaged: fetch it again.",
  unreadable: "Check its permissions.",
  binary: "It holds no text.",
  unsupported: "There is no reader for this format.",
};

export function IndexPanel({ onClose }: { onClose(): void }) {
  const [look, setLook] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setLook((now) => now + 1), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const { answer, error } = useCall("status", {}, look);
  return (
    <section class="panel" role="dialog" aria-label="The index">
      <header>
        <h2>The index</h2>
        <button type="button" onClick={onClose} aria-label="Close">
          ×
        </button>
      </header>
      <section class="panel-body" tabIndex={0} aria-label="What the index holds">
        {error !== null && <Failure error={error} />}
        {answer !== null && <Status status={answer} />}
      </section>
    </section>
  );
}

function Status({ status }: { readonly status: StatusResult }) {
  const { documents, chunks, embedded, pending, running, roots, errors, unread } = status;
  const byCode = Map.groupBy(errors, ({ code }) => code);
  const total = embedded + pending;
  return (
    <>
      <p>
        {documents.toLocaleString()} documents, {chunks.toLocaleString()} passages.
      </p>
      {total > 0 && (
        <p>
          <label>
            {pending === 0
              ? "Everything that is embedded by the settings has its vectors."
              : `${pending.toLocaleString()} passages have no vector yet: words find them, meaning does not. `}
            {pending > 0 && running === null && (
              <>
                Run <code>qsearch index</code> to embed them.
              </>
            )}
            <progress max={total} value={embedded} />
          </label>
        </p>
      )}
      {running !== null && (
        <p role="status">
          qsearch {running.command} is at work
          {running.phase !== null && `: ${running.phase}`}
          {running.done !== null && ` ${running.done}`}
          {running.total !== null && ` of ${running.total}`} {running.unit}.
        </p>
      )}
      <h3>Folders</h3>
      <ul>
        {roots.map(({ path, documents: files }) => (
          <li key={path}>
            <Name text={path} />: {files.toLocaleString()} documents
          </li>
        ))}
      </ul>
      {errors.length > 0 && <h3>Could not be read</h3>}
      {[...byCode].map(([code, files]) => (
        <details key={code}>
          <summary>
            {code.replaceAll("_", " ")}: {files.length}
          </summary>
          <p>{REMEDIES[code] ?? "qsearch read FILE says more."}</p>
          <ul>
            {files.map(({ path, message }) => (
              <li key={path}>
                <Name text={path} />: <Name text={message} />
              </li>
            ))}
          </ul>
        </details>
      ))}
      {Object.keys(unread).length > 0 && (
        <p>
          No reader takes{" "}
          {Object.entries(unread)
            .map(([ext, files]) => `.${ext} (${files})`)
            .join(", ")}
          .
        </p>
      )}
    </>
  );
}

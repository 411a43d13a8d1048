/** Calls of the page's server. */
import type { ViewAnswers, ViewError, ViewInputs } from "../../request/view-request.ts";

/** A refused or failed request, in the server's words. */
export class CallError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

/** Rejects with CallError, and with an AbortError when `signal` is aborted. */
export async function call<Name extends keyof ViewAnswers>(
  name: Name,
  body: ViewInputs[Name],
  signal?: AbortSignal,
): Promise<ViewAnswers[Name]> {
  const response = await fetch(`api/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new CallError("gone", "qsearch view has ended", "Start it again: qsearch view");
  });
  if (response.ok) return (await response.json()) as ViewAnswers[Name];
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  if (!isJson) throw new CallError("refused", (await response.text()).trim(), "");
  const { code, message, hint } = (await response.json()) as ViewError;
  throw new CallError(code, message, hint);
}

/** Tells the server that this page is open, and when it is closed. */
export function keepAlive(): void {
  const page = crypto.randomUUID();
  const tell = () => void call("alive", { page, hidden: document.hidden }).catch(() => undefined);
  tell();
  setInterval(tell, 15_000);
  document.addEventListener("visibilitychange", tell);
  addEventListener("pagehide", () => {
    const body = new Blob([JSON.stringify({ page })], { type: "application/json" });
    navigator.sendBeacon("api/bye", body);
  });
  // A page that comes back out of the browser's cache is open again.
  addEventListener("pageshow", tell);
}

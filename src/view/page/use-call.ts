/** An answer of the server for what is shown now: a request that is outdated is aborted. */
import { useEffect, useState } from "preact/hooks";
import type { ViewAnswers, ViewInputs } from "../../request/view-request.ts";
import { CallError, call } from "./api.ts";

export interface Called<Name extends keyof ViewAnswers> {
  /** The last answer; while another request is under way, or after one that failed, it is that of the former one. */
  readonly answer: ViewAnswers[Name] | null;
  readonly error: CallError | null;
  readonly isStale: boolean;
}

/** `body` null asks nothing, and the last answer stays. The body's JSON decides whether a request is another one; another `look` asks the same again. */
export function useCall<Name extends keyof ViewAnswers>(
  name: Name,
  body: ViewInputs[Name] | null,
  look = 0,
): Called<Name> {
  const key = body === null ? null : JSON.stringify(body);
  const [state, setState] = useState<Called<Name>>({ answer: null, error: null, isStale: false });
  useEffect(() => {
    if (key === null) {
      setState((now) => ({ ...now, error: null, isStale: false }));
      return;
    }
    const aborter = new AbortController();
    setState((now) => ({ ...now, isStale: true }));
    call(name, JSON.parse(key) as ViewInputs[Name], aborter.signal).then(
      (answer) => setState({ answer, error: null, isStale: false }),
      (error: unknown) => {
        if (aborter.signal.aborted) return;
        const failure = error instanceof CallError ? error : new CallError("internal", String(error), "");
        setState((now) => ({ answer: now.answer, error: failure, isStale: true }));
      },
    );
    return () => aborter.abort();
  }, [name, key, look]);
  return state;
}

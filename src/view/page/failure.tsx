/** A request that failed, with what to do. */

import type { CallError } from "./api.ts";
import { Name } from "./marked.tsx";

export function Failure({ error }: { readonly error: CallError }) {
  return (
    <p class="failure" role="alert">
      <Name text={error.message} />
      {error.hint !== "" && (
        <span class="hint">
          <Name text={error.hint} />
        </span>
      )}
    </p>
  );
}

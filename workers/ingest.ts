/** The worker that turns files into records. */

import type { IngestRequest, IngestResponse } from "../src/indexing/indexing-messages.ts";
import { IngestHandler } from "../src/indexing/ingest-handler.ts";
import { serveTasks } from "../src/pool/worker-side.ts";

const handler = new IngestHandler();

serveTasks<IngestRequest, IngestResponse>(async (request, context) => {
  const response = await handler.answer(request);
  if (response.kind === "packed") context.transfer(response.outcomes);
  else context.transfer(response.bytes.buffer);
  return response;
});

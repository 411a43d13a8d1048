/** The worker that turns files into records. */
import { IngestDesk } from "../src/indexing/ingest-desk.ts";
import type { IngestRequest, IngestResponse } from "../src/indexing/messages.ts";
import { serveTasks } from "../src/pool/worker-side.ts";

const desk = new IngestDesk();

serveTasks<IngestRequest, IngestResponse>(async (request, context) => {
  const response = await desk.answer(request);
  if (response.kind === "packed") context.transfer(response.outcomes);
  else context.transfer(response.bytes.buffer);
  return response;
});

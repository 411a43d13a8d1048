/** The worker that turns texts into vectors. */
import { EmbedHandler } from "../src/embed/embed-handler.ts";
import type { EmbedRequest, EmbedResponse } from "../src/embed/embed-messages.ts";
import { serveTasks } from "../src/pool/worker-side.ts";

const handler = new EmbedHandler();

serveTasks<EmbedRequest, EmbedResponse>(
  async (request, context) => {
    const response = await handler.answer(request, context.signal);
    if (response.kind === "vectors") context.transfer(response.vectors.buffer);
    return response;
  },
  () => handler.close(),
);

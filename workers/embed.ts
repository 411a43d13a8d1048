/** The worker that turns texts into vectors. */
import { EmbedDesk } from "../src/embed/embed-desk.ts";
import type { EmbedRequest, EmbedResponse } from "../src/embed/messages.ts";
import { serveTasks } from "../src/pool/worker-side.ts";

const desk = new EmbedDesk();

serveTasks<EmbedRequest, EmbedResponse>(
  async (request, context) => {
    const response = await desk.answer(request, context.signal);
    if (response.kind === "vectors") context.transfer(response.vectors.buffer);
    return response;
  },
  () => desk.close(),
);

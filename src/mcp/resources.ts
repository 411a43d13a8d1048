/** Resources of the protocol: the files behind the links of answers. There is no list of them: what a tool has found is linked. */
import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import { QsearchError } from "../errors.ts";
import type { Host } from "./tool.ts";

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: "file:///{+path}",
    name: "file",
    title: "File of an answer",
    description: "Text of a file that an answer links to; #L3-L9 at its end gives those lines alone.",
    mimeType: "text/plain",
  },
];

/** Rejects with what the protocol calls errors: a resource that is not there, or that may not be read, is not found. */
export async function readLink(uri: string, host: Host, signal: AbortSignal): Promise<ReadResourceResult> {
  const { readResource } = await import("./run/run-read.ts");
  try {
    const pieces = await readResource(uri, host, signal);
    const contents = pieces.map(({ uri: own, text }) => ({
      uri: own,
      mimeType: "text/plain",
      text: text.toWellFormed(),
    }));
    return { contents };
  } catch (error) {
    if (!(error instanceof QsearchError)) throw error;
    const { code, message, hint } = error;
    const text = `${code}: ${[message, hint].filter(Boolean).join(". ")}`.toWellFormed();
    if (code === "not_found") throw new ResourceNotFoundError(uri.slice(0, 1000).toWellFormed(), text);
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, text);
  }
}

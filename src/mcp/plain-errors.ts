/** What the SDK's own schemas refuse comes as an internal error with a list of zod's: it is the caller's fault, told in words. */
import { type JSONRPCMessage, ProtocolErrorCode } from "@modelcontextprotocol/server";

interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What McpError puts before its message; the SDK's client does so once more. */
const PREFIX = /^MCP error -?\d+: /;

/** The message; of such an error one that names what is wrong with which member. */
export function inPlainWords(message: JSONRPCMessage): JSONRPCMessage {
  if (!("error" in message)) return message;
  const { error } = message;
  const [issue] = error.code === ProtocolErrorCode.InternalError ? issuesIn(error.message) : [];
  if (issue === undefined) return { ...message, error: { ...error, message: error.message.replace(PREFIX, "") } };
  const what = `${issue.path.join(".")}: ${issue.message}`;
  return { ...message, error: { code: ProtocolErrorCode.InvalidParams, message: `Invalid params: ${what}` } };
}

function issuesIn(text: string): Issue[] {
  if (!text.startsWith("[")) return [];
  try {
    const issues: unknown = JSON.parse(text);
    return Array.isArray(issues) ? issues.filter(isIssue) : [];
  } catch {
    return [];
  }
}

function isIssue(value: unknown): value is Issue {
  if (typeof value !== "object" || value === null || !("path" in value) || !("message" in value)) return false;
  return Array.isArray(value.path) && typeof value.message === "string";
}

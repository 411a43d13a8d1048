/** What is wrong with a `tools/call` before any tool is looked for: the SDK would answer it with a list of zod's. */

const MUST_BE_OBJECT = 'arguments must be an object, {"name": value, …}';
/** The one name that a record of zod's leaves out: it would be an unknown argument that nobody tells. */
const PROTOTYPE = "__proto__";

/**
 * Gives a call the form that the SDK's schema takes: null arguments count as none, and an object in a string is that object. Returns what
 * is wrong with it, null where nothing is, and for every other message.
 */
export function mendCall(message: unknown): string | null {
  if (!isObject(message) || message.method !== "tools/call") return null;
  const { params } = message;
  if (!isObject(params) || typeof params.name !== "string") return "tools/call needs the name of a tool, a string";
  const { arguments: given } = params;
  if (given === null || given === "") delete params.arguments;
  else if (typeof given === "string") params.arguments = parsedObject(given) ?? given;
  const { arguments: meant } = params;
  if (Array.isArray(meant)) return `${MUST_BE_OBJECT}, not a list`;
  if (isObject(meant) && Object.hasOwn(meant, PROTOTYPE)) return `unknown argument "${PROTOTYPE}"`;
  return meant === undefined || isObject(meant) ? null : `${MUST_BE_OBJECT}, not one value`;
}

function parsedObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

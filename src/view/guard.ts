/**
 * Who may talk to the page's server. The server listens on loopback, beneath a random path; a page of any origin and any
 * user of the machine can reach the port, so each request is judged before its body is read (docs/decisions/53-view-trust.md).
 */
import { randomBytes } from "node:crypto";
import { isSameToken } from "../mcp/token.ts";

const COOKIE = "qsearch";

/** What nothing of another origin may do; marks are drawn as SVG, so that no style stands in an attribute. */
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

const HEADERS = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
} as const;

/** A request is refused with this status and these words. */
export interface Refusal {
  readonly status: number;
  readonly why: string;
}

export class Guard {
  /** Between the slashes of the path that all addresses begin with. */
  readonly folder = randomBytes(16).toString("base64url");
  /** Stands in the fragment of the first address, and then in the cookie. */
  readonly token = randomBytes(24).toString("base64url");

  /** Null when the request may be answered. `port`: the server's own. */
  refusal(request: Request, port: number): Refusal | null {
    const { headers, method } = request;
    const own = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
    const host = headers.get("host") ?? "";
    if (!own.has(host)) return { status: 403, why: "the Host header names another host" };
    const origin = headers.get("origin");
    if (origin !== null && origin !== `http://${host}`)
      return { status: 403, why: "the origin may not use this server" };
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith(`/${this.folder}/`)) return { status: 404, why: "there is nothing here" };
    const isDocument = pathname === `/${this.folder}/` && method === "GET";
    // Requests without Origin (images, no-cors fetches) tell by this header alone where they come from. The document itself may be
    // reached from a file that the command has written.
    const site = headers.get("sec-fetch-site");
    const isOwn = site === null || site === "same-origin" || site === "none";
    if (!isOwn && !(isDocument && isTopLevel(headers)))
      return { status: 403, why: "another site may not use this server" };
    if (isOpen(pathname.slice(this.folder.length + 2))) return null;
    return this.#hasCookie(headers) ? null : { status: 401, why: "open the address that qsearch view has printed" };
  }

  knows(token: string): boolean {
    return isSameToken(token, this.token);
  }

  /** The value of Set-Cookie for whoever has sent the token. */
  cookie(): string {
    return `${COOKIE}=${this.token}; Path=/${this.folder}/; HttpOnly; SameSite=Strict`;
  }

  #hasCookie(headers: Headers): boolean {
    const cookies = (headers.get("cookie") ?? "").split(/;\s*/);
    return cookies.some((cookie) => cookie.startsWith(`${COOKIE}=`) && this.knows(cookie.slice(COOKIE.length + 1)));
  }
}

/** The program of the page holds nothing of the user's: it is given to whoever knows the path. */
function isOpen(rest: string): boolean {
  return ["", "app.js", "app.css", "icon.svg", "api/enter"].includes(rest);
}

function isTopLevel(headers: Headers): boolean {
  return headers.get("sec-fetch-mode") === "navigate" && headers.get("sec-fetch-dest") === "document";
}

/** Every answer bears the same headers. */
export function answerWith(
  body: string | Uint8Array<ArrayBuffer>,
  type: string,
  status = 200,
  more: Record<string, string> = {},
): Response {
  return new Response(body, { status, headers: { ...HEADERS, "content-type": type, ...more } });
}

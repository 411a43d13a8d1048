/** A running `qsearch view` over a world, and calls of it as the page makes them. */
import type { ViewAnswers, ViewInputs } from "../../src/request/view-request.ts";
import type { World } from "../world.ts";

export interface Session {
  /** Of the page, with a slash at its end. */
  readonly url: string;
  /** With the token in its fragment, as the command prints it. */
  readonly address: string;
  readonly token: string;
  readonly cookie: string;
  readonly child: ReturnType<World["start"]>;
  /** Throws with the status and the body where the request is refused. */
  call<Name extends keyof ViewAnswers>(name: Name, body: ViewInputs[Name]): Promise<ViewAnswers[Name]>;
  /** Any request, with the cookie unless other headers are given. */
  send(path: string, init?: RequestInit): Promise<Response>;
  end(): Promise<number>;
}

export async function startSession(
  place: World,
  env: Record<string, string> = {},
  ...args: string[]
): Promise<Session> {
  const child = place.start({ timeout: 120_000, env }, "view", "--no-open", ...args);
  const address = await printedAddress(child.stderr);
  const [url = "", token = ""] = address.replace(/\?[^#]*/, "").split("#");
  const entered = await post(`${url}api/enter`, { token });
  const cookie = (entered.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  return {
    url,
    address,
    token,
    cookie,
    child,
    async call<Name extends keyof ViewAnswers>(name: Name, body: ViewInputs[Name]) {
      const response = await post(`${url}api/${name}`, body, { cookie });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      return (await response.json()) as ViewAnswers[Name];
    },
    send: (path, init = {}) => fetch(new URL(path, url), { headers: { cookie }, ...init }),
    async end() {
      child.kill("SIGINT");
      return await child.exited;
    },
  };
}

async function printedAddress(stderr: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let said = "";
  for await (const chunk of stderr) {
    said += decoder.decode(chunk, { stream: true });
    const found = /(http:\/\/127\.0\.0\.1:\d+\/\S+)\n/.exec(said)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error(`no address in: ${said}`);
}

function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

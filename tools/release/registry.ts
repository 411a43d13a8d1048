/** A package registry on this machine alone: the packages of a release, and nothing else. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { must, run } from "./run.ts";

export interface Registry {
  readonly url: string;
  stop(): void;
}

/** Starts archive-server.ts on the archives *.tgz of `folder`: this thread waits for npm, so the server is another process. */
export async function serveArchives(folder: string): Promise<Registry> {
  const server = Bun.spawn([process.execPath, join(import.meta.dir, "archive-server.ts"), folder], { stdout: "pipe" });
  for await (const chunk of server.stdout)
    return { url: new TextDecoder().decode(chunk).trim(), stop: () => server.kill() };
  throw new Error("the registry does not start");
}

/** Of the versions that start on Node 20, the newest. One of its own dependencies names a version that no registry has. */
const VERDACCIO = { dependencies: { verdaccio: "6.2.9" }, overrides: { "node-fetch": "2.7.0" } };

/** Installs verdaccio in `folder`, starts it, and publishes the archives *.tgz of `release` to it, as a person would. */
export async function startVerdaccio(folder: string, release: string): Promise<Registry> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, ...VERDACCIO }));
  must(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"], { cwd: folder });
  const port = 20_000 + (process.pid % 20_000);
  const url = `http://127.0.0.1:${port}/`;
  const config = [
    `storage: ${join(folder, "storage")}`,
    "uplinks: {}",
    "max_body_size: 500mb",
    "packages:",
    "  '**':",
    "    access: $all",
    "    publish: $all",
    "log: { type: stdout, format: pretty, level: error }",
  ];
  writeFileSync(join(folder, "config.yaml"), `${config.join("\n")}\n`);
  const script = join(folder, "node_modules", "verdaccio", "bin", "verdaccio");
  const server = Bun.spawn(["node", script, "--config", "config.yaml", "--listen", `127.0.0.1:${port}`], {
    cwd: folder,
    stdout: "ignore",
    stderr: "ignore",
  });
  try {
    await untilAnswers(`${url}-/ping`);
    const userconfig = join(folder, "npmrc");
    writeFileSync(userconfig, `//127.0.0.1:${port}/:_authToken=none\n`);
    for (const file of readdirSync(release).filter((name) => name.endsWith(".tgz"))) {
      must([
        "npm",
        "publish",
        join(release, file),
        "--registry",
        url,
        "--userconfig",
        userconfig,
        "--access",
        "public",
      ]);
    }
  } catch (error) {
    server.kill();
    throw error;
  }
  return { url, stop: () => server.kill() };
}

/** npm waits for minutes where nobody listens: so the server is asked first. */
async function untilAnswers(url: string): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    if (run(["curl", "--silent", "--fail", "--max-time", "2", url]).exitCode === 0) return;
    await Bun.sleep(500);
  }
  throw new Error(`${url} does not answer`);
}

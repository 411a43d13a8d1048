#!/usr/bin/env node
// Starts the binary that npm installed for this platform, and ends as the binary ends. Node.js cannot replace itself by another
// program, so this process stays beside it and passes signals on.
"use strict";

const { spawn } = require("node:child_process");

const platform = `@qsearch/cli-${process.platform}-${process.arch}`;
const packages = process.platform === "linux" ? [platform, `${platform}-musl`] : [platform];

/** Paths of the binaries that are installed: mostly one, as npm compares the system's C library. */
function installed() {
  const paths = [];
  for (const name of packages) {
    try {
      paths.push(require.resolve(`${name}/bin/qsearch`));
    } catch {
      // That package is for another C library.
    }
  }
  return paths;
}

function choose(paths) {
  if (paths.length < 2) return paths[0];
  // An npm that knows nothing of C libraries has installed both. The report names glibc's version where glibc runs.
  const { glibcVersionRuntime } = process.report.getReport().header;
  return glibcVersionRuntime === undefined ? paths[1] : paths[0];
}

const binary = choose(installed());
if (binary === undefined) {
  process.stderr.write(
    `qsearch: there is no binary for ${process.platform} ${process.arch} here.\n` +
      `hint: npm installs it as the optional dependency ${packages.join(" or ")}; ` +
      "install again without --omit=optional, or take an archive of the release.\n",
  );
  process.exit(2);
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGWINCH", "SIGCONT"];
const child = spawn(binary, process.argv.slice(2), { stdio: "inherit" });
const forward = (signal) => child.kill(signal);
for (const signal of SIGNALS) process.on(signal, forward);

child.on("error", (error) => {
  process.stderr.write(`qsearch: ${binary} does not start: ${error.message}\n`);
  process.exit(2);
});
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code);
  for (const each of SIGNALS) process.off(each, forward);
  process.kill(process.pid, signal);
});

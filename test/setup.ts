/** Loaded before the tests (bunfig.toml): removes the worlds and folders that a test file leaves behind. */
import { afterAll } from "bun:test";
import { removeTemporaryFolders } from "./folder.ts";

// What git leaves out for the user of this machine must not decide on the worlds of the tests.
process.env.GIT_CONFIG_GLOBAL = "/dev/null";
process.env.XDG_CONFIG_HOME ??= "/nonexistent";

/** A busy disk takes its time over thousands of files. */
afterAll(removeTemporaryFolders, 60_000);

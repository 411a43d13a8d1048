/** Loaded before the tests (bunfig.toml): removes the worlds and folders that a test file leaves behind. */
import { afterAll } from "bun:test";
import { removeTemporaryFolders } from "./folder.ts";

/** A busy disk takes its time over thousands of files. */
afterAll(removeTemporaryFolders, 60_000);

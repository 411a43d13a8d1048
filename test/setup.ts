/** Loaded before the tests (bunfig.toml): removes the worlds a test file leaves behind. */
import { afterAll } from "bun:test";
import { disposeWorlds } from "./world.ts";

afterAll(disposeWorlds);

/** Takes the writer's lock of a data directory, says so, and holds it until it is ended. */
import { lockForWriting } from "../../src/store/lock.ts";

const [dataDir = ""] = process.argv.slice(2);
await lockForWriting(dataDir, { command: "index" });
process.stdout.write("held\n");
setInterval(() => undefined, 1000);

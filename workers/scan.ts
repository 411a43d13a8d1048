/** The worker that reads and scans files for live search. */
import { serveTasks } from "../src/pool/worker-side.ts";
import { answerScan, type ScanRequest } from "../src/search/live/messages.ts";
import type { ScanRows } from "../src/search/live/scan-files.ts";

serveTasks<ScanRequest, ScanRows>(answerScan);

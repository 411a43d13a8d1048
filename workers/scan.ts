/** The worker that reads and scans files for live search. */

import type { ScanRows } from "../src/live-search/scan-files.ts";
import { answerScan, type ScanRequest } from "../src/live-search/scan-messages.ts";
import { serveTasks } from "../src/pool/worker-side.ts";

serveTasks<ScanRequest, ScanRows>(answerScan);

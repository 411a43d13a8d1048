/** Main thread ↔ workers/scan.ts. */
import { openRoot } from "../corpus/open.ts";
import { Scanner } from "../kernels/scan.ts";
import type { TaskContext } from "../pool/worker-side.ts";
import { KeywordScan, type ScanTerms } from "./keyword-scan.ts";
import { FileScanner, type ScanRows } from "./scan-files.ts";
import { type SharedList, takeSlice } from "./shared-list.ts";

export interface ScanRequest extends ScanTerms {
  /** Canonical path of the searched folder (or file). */
  readonly root: string;
  readonly list: SharedList;
  readonly maxSize: number;
}

let scanner: Scanner | undefined;

/** The one scanner of this thread. */
export function threadScanner(): Scanner {
  scanner ??= Scanner.load();
  return scanner;
}

/** The worker's side: takes parts until none is left, or the caller cancels. */
export function answerScan(request: ScanRequest, context: TaskContext): ScanRows {
  const root = openRoot(request.root);
  try {
    const scan = new KeywordScan(threadScanner(), request);
    const files = new FileScanner(root, scan, request.maxSize, request.terms.length);
    while (!context.cancelled()) {
      const part = takeSlice(request.list);
      if (part === null) break;
      part.rels.forEach((rel, i) => {
        files.add(rel, part.first + i);
      });
    }
    const rows = files.finish();
    context.transfer(rows.rows.buffer);
    return rows;
  } finally {
    root.close();
  }
}

/** The worker that copies and checks databases, for backup and restore. */
import { serveTasks } from "../src/pool/worker-side.ts";
import { answerTransfer } from "../src/transfer/desk.ts";
import type { TransferRequest, TransferResponse } from "../src/transfer/messages.ts";

serveTasks<TransferRequest, TransferResponse>((request) => answerTransfer(request));

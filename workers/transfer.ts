/** The worker that copies and checks databases, for backup and restore. */
import { serveTasks } from "../src/pool/worker-side.ts";
import { handleTransfer } from "../src/transfer/transfer-handler.ts";
import type { TransferRequest, TransferResponse } from "../src/transfer/transfer-messages.ts";

serveTasks<TransferRequest, TransferResponse>((request) => handleTransfer(request));

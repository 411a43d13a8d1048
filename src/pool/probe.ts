/** A task with every way to behave and misbehave: `doctor` and the tests see by it that a pool keeps its promises. */
import { FileError } from "../errors.ts";

export type ProbeRequest =
  | { readonly kind: "echo"; readonly payload: Uint8Array }
  | { readonly kind: "sleep"; readonly ms: number }
  /** A loop that lets no message in. With `cooperative` it asks whether it was cancelled. */
  | { readonly kind: "hang"; readonly cooperative: boolean }
  /** The same inside WebAssembly, where a worker cannot be ended. */
  | { readonly kind: "hang_wasm" }
  | { readonly kind: "throw"; readonly message: string }
  /** An exception that no task catches. */
  | { readonly kind: "uncaught" }
  | { readonly kind: "exit"; readonly code: number }
  /** Takes this many bytes of memory and keeps them. */
  | { readonly kind: "grow"; readonly bytes: number };

export interface ProbeResponse {
  readonly payload: Uint8Array;
  readonly pid: number;
  /** How many tasks this runner has had. */
  readonly served: number;
}

/** (module (func (export "spin") (loop (br 0)))) */
const SPIN = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 8, 1, 4, 115, 112, 105, 110, 0, 0, 10, 9, 1, 7, 0, 3,
  64, 12, 0, 11, 11,
]);

const kept: Uint8Array[] = [];
let served = 0;

export async function probe(request: ProbeRequest, cancelled: () => boolean): Promise<ProbeResponse> {
  served++;
  let payload = new Uint8Array();
  switch (request.kind) {
    case "echo":
      payload = new Uint8Array(request.payload);
      break;
    case "sleep":
      await Bun.sleep(request.ms);
      break;
    case "hang":
      while (!(request.cooperative && cancelled()));
      break;
    case "hang_wasm":
      spin();
      break;
    case "throw":
      throw new FileError("corrupt", request.message);
    case "uncaught":
      queueMicrotask(() => {
        throw new Error("nobody catches this");
      });
      await Bun.sleep(60_000);
      break;
    case "exit":
      process.exit(request.code);
      break;
    case "grow":
      kept.push(new Uint8Array(request.bytes).fill(1));
      break;
  }
  return { payload, pid: process.pid, served };
}

function spin(): void {
  const { spin: loop } = new WebAssembly.Instance(new WebAssembly.Module(SPIN)).exports;
  if (typeof loop === "function") loop();
}

/** What `--version --json` says of the program that runs. */
import { encoderName } from "../embed/encoder.ts";
import { hasSimd } from "../kernels/load.ts";
import { BUILD, PROGRAM, VERSION } from "../version.ts";

export function versionInfo() {
  return {
    name: PROGRAM,
    version: VERSION,
    commit: BUILD.commit,
    target: BUILD.target,
    model: encoderName("fast"),
    simd: hasSimd(),
  };
}

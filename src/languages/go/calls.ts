import type { LanguageCalls } from "../types.ts";
import { words } from "../words.ts";

export const calls: LanguageCalls = {
  sees: "folder",
  folderIsPackage: true,
  testEnding: "_test.go",
  declares: false,
  membersOutside: "folder",
  structural: true,
  indexIsType: true,
  functionsBehindDot: "none",
  builtins: words(`
append cap clear close complex copy delete imag len make max min new panic print println real recover bool byte
complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64
uintptr any comparable nil true false iota
`),
};

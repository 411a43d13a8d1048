import type { LanguageCalls } from "../types.ts";

export const calls: LanguageCalls = {
  objectName: "self",
  severalBlocks: true,
  functionsBehindDot: "none",
  exportsOpen: true,
  likeItself: /^(?:clone|as_mut|as_ref|borrow|borrow_mut|by_ref|to_owned|into|unwrap|expect|lock|project|as_deref)$/,
};

import type { LineRules } from "../types.ts";

const RUST_ITEM =
  /(?:pub(?:\([^)\n]{0,50}\))?\s+)?(?:(?:default|async|const(?=\s+(?:fn|unsafe|extern))|unsafe|extern(?:\s+"[^"\n]{0,20}")?)\s+)*(?:(?:fn|struct|enum|union|trait|mod|type|static|const|macro_rules!)\s+(?:mut\s+)?(\w+)|impl\b(?:<[^\n{]{0,100}?>)?\s*(?:[^\n{]{1,100}?\sfor\s+)?&?([\w:]+))/y;

export const lines: LineRules = {
  definitions: { outer: RUST_ITEM, inner: RUST_ITEM },
};

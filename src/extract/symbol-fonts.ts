/** Characters of fonts that Word stores as private codes: all of Symbol, and the signs of Wingdings that replace words. */

/** Adobe's Symbol encoding from 0x20 to 0x7e, and from 0xa0 to 0xfe. */
const SYMBOL = [
  " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼",
  "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⎯〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭",
] as const;

const WINGDINGS: ReadonlyMap<number, string> = new Map([
  [0x4a, "☺"],
  [0x6c, "●"],
  [0x6e, "■"],
  [0x6f, "□"],
  [0x9f, "•"],
  [0xa7, "▪"],
  [0xa8, "☐"],
  [0xd8, "➢"],
  [0xdf, "←"],
  [0xe0, "→"],
  [0xe1, "↑"],
  [0xe2, "↓"],
  [0xfb, "✗"],
  [0xfc, "✓"],
  [0xfd, "☒"],
  [0xfe, "☑"],
]);

/** The character of a symbol font's code, " " for an unknown one; `code` may lie in U+F000–F0FF. */
export function symbolCharacter(font: string, code: number): string {
  const byte = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  if (/^symbol/i.test(font)) {
    const table = byte >= 0xa0 ? SYMBOL[1] : SYMBOL[0];
    return [...table][byte - (byte >= 0xa0 ? 0xa0 : 0x20)] ?? " ";
  }
  if (/^wingdings$/i.test(font)) return WINGDINGS.get(byte) ?? " ";
  // Other fonts use Unicode's own code points.
  return code > 0x20 && !(code >= 0xd800 && code <= 0xf8ff) && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
}

/**
 * The most likely encoding of a text that is not UTF-8: candidates decode the bytes, candidates that give control characters
 * drop out, and the one with the likeliest letters wins. A suggestion, never a decision about files.
 */
/** Number of bytes examined, from the first non-ASCII byte on. */
const SAMPLE = 1 << 12;
/** Number of bytes before that, for the beginning of its word. */
const WORD = 32;

/** Scores of one non-ASCII character for a candidate. */
const COMMON = 1;
const LETTER = 0.25;
const MARK = 0.3;
const STRANGE = -1;
/** Score of a word that changes its script, changes from small letters to capitals, or has a sign inside: a wrong table. */
const BROKEN_WORD = -1.5;

interface Candidate {
  readonly label: string;
  /** Added to the score: a far more common encoding wins where the letters decide little. */
  readonly prior: number;
  /** The most frequent letters of texts in this encoding. */
  readonly common: RegExp;
  /** Other possible letters; for encodings with two bytes a character, the score of the two bytes. */
  readonly letters: RegExp | ((lead: number, trail: number) => number);
}

const LATIN = /^\p{Script=Latin}$/u;
const CYRILLIC = { common: /[оеаинтсрвлкмдпуяыьгзбчйхжшюэОНПСВКМ]/, letters: /^\p{Script=Cyrillic}$/u };

/** Level 1 of a standard holds the characters of daily use, followed by rare ones; punctuation and kana come first. */
const between = (lead: number, first: number, last: number) => lead >= first && lead <= last;
const USUAL = 0.7;
const RARE = 0.1;
const NONE = -0.5;

function simplified(lead: number, trail: number): number {
  if (trail < 0xa1) return NONE;
  if (between(lead, 0xb0, 0xd7)) return USUAL;
  return between(lead, 0xa1, 0xa3) ? MARK : between(lead, 0xd8, 0xf7) ? RARE : NONE;
}

function traditional(lead: number): number {
  if (between(lead, 0xa4, 0xc6)) return USUAL;
  return between(lead, 0xa1, 0xa3) ? MARK : between(lead, 0xc9, 0xf9) ? RARE : NONE;
}

function shiftJis(lead: number): number {
  if (lead === 0x82 || lead === 0x83) return COMMON;
  if (between(lead, 0x88, 0x97)) return USUAL;
  return lead === 0x81 ? MARK : between(lead, 0x98, 0x9f) || between(lead, 0xe0, 0xea) ? RARE : NONE;
}

function eucJp(lead: number): number {
  if (lead === 0xa4 || lead === 0xa5) return COMMON;
  if (between(lead, 0xb0, 0xcf)) return USUAL;
  return lead === 0xa1 ? MARK : between(lead, 0xd0, 0xf4) ? RARE : NONE;
}

function korean(lead: number, trail: number): number {
  if (between(lead, 0xb0, 0xc8) && trail >= 0xa1) return COMMON;
  return lead === 0xa1 ? MARK : between(lead, 0xca, 0xfd) ? RARE : NONE;
}

/** In order of preference: at equal scores the first wins. */
const CANDIDATES: readonly Candidate[] = [
  { label: "windows-1252", prior: 0.2, common: /[éèàêçâîôûùëïäöüßñóáíúãõåøæÉÄÖÜÅØ]/, letters: LATIN },
  { label: "windows-1251", prior: 0.1, ...CYRILLIC },
  {
    label: "gb18030",
    prior: 0.1,
    common:
      /[的一是不了在人有我他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文开手用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市系件程字测试码编]/,
    letters: simplified,
  },
  {
    label: "big5",
    prior: 0,
    common:
      /[的一是不了在人有我他這中大來上個國到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可里後小麼心多天而能好都然沒日於起還發成事只作當想看文開手用主行方又如前所本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進把法此實回二理美點月明其種聲全工己話兒者向情部正名定女問力機給等幾很業最間新什打便位因重被走電四第門相次東政海口使教西再平真聽世氣信北少關並內加化由卻代軍產入先山五太水萬市系件程字測試碼編]/,
    letters: traditional,
  },
  { label: "shift_jis", prior: 0.1, common: /[\u3041-\u3096\u30a1-\u30fc]/, letters: shiftJis },
  { label: "euc-jp", prior: 0, common: /[\u3041-\u3096\u30a1-\u30fc]/, letters: eucJp },
  { label: "euc-kr", prior: 0, common: /[\uac00-\ud7a3]/, letters: korean },
  { label: "windows-1250", prior: 0, common: /[ąćęłńśźżčďěňřšťůžýáéíóúőűöüŁŚŻČŘŠŽ]/, letters: LATIN },
  { label: "koi8-r", prior: 0, ...CYRILLIC },
  { label: "ibm866", prior: 0, ...CYRILLIC },
  { label: "windows-1253", prior: 0, common: /[αοιετσνηυρπκμλςάέήίόύώΑΟΕΤΠΚΜΗ]/, letters: /^\p{Script=Greek}$/u },
  { label: "windows-1254", prior: 0, common: /[ıışğçöüİŞĞâ]/, letters: LATIN },
  { label: "windows-1255", prior: 0.1, common: /[א-ת]/, letters: /^\p{Script=Hebrew}$/u },
  { label: "windows-1256", prior: 0, common: /[ابتدرسعلمنهويةأإكقف]/, letters: /^\p{Script=Arabic}$/u },
  { label: "windows-1257", prior: 0, common: /[āčēģīķļņšūžąęėįųõäöü]/, letters: LATIN },
  { label: "windows-874", prior: -0.15, common: /[ก-ฮะ-ูเ-์]/, letters: /^\p{Script=Thai}$/u },
  { label: "macintosh", prior: -0.3, common: /[éèàêçâîôûùëïäöüßñóáíú]/, letters: LATIN },
];

const TYPOGRAPHY = /[\u00a0«»“”„‘’‚–—…•°§€£©®™№·¿¡、。，：；！？「」『』（）《》]/;
const RUN = /[^\s!-/:-@[-`{-~、。，：；！？「」『』（）《》]+/gu;
const BROKEN =
  /\p{Ll}\p{Lu}\p{Ll}|\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}]|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Thai}]\p{Script=Latin}|\p{L}[^\p{L}\p{M}\p{N}’ʼ·\u00a0–—„“”«»‘]\p{L}/u;

/** A name of TextDecoder; null where none fits or the bytes are no text. */
export function likelyEncoding(bytes: Uint8Array): string | null {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const sample = bytes.subarray(Math.max(0, first - WORD), Math.max(0, first) + SAMPLE);
  if (first === -1 || sample.includes(0)) return null;
  let best: string | null = null;
  let bestScore = 0;
  for (const candidate of CANDIDATES) {
    const text = decoded(sample, candidate.label);
    if (text === null) continue;
    const { letters } = candidate;
    const score =
      typeof letters === "function" ? pairScore(sample, candidate, letters) : letterScore(text, candidate, letters);
    if (score > 0 && score + candidate.prior > bestScore) {
      bestScore = score + candidate.prior;
      best = candidate.label;
    }
  }
  return best;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what a wrong table gives
const NO_TEXT = /[\x01-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f\ufffd\p{Co}]/u;

function decoded(bytes: Uint8Array, label: string): string | null {
  try {
    // With `stream`, a character cut at the end of the sample is no error.
    const text = new TextDecoder(label as Bun.Encoding, { fatal: true }).decode(bytes, { stream: true });
    return NO_TEXT.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** Mean over the non-ASCII characters. */
function letterScore(text: string, { common }: Candidate, letters: RegExp): number {
  let sum = 0;
  let count = 0;
  for (const [word] of text.matchAll(RUN)) {
    let beyond = 0;
    for (const character of word) {
      if (character < "\x80") continue;
      beyond++;
      // A letter that stands alone is a sign in another table.
      if (word.length === 1) sum += MARK;
      else if (common.test(character)) sum += COMMON;
      else if (letters.test(character)) sum += LETTER;
      else sum += TYPOGRAPHY.test(character) ? MARK : STRANGE;
    }
    count += beyond;
    if (beyond > 0 && BROKEN.test(word)) sum += BROKEN_WORD * beyond;
  }
  return count === 0 ? 0 : sum / count;
}

/** Mean over the pairs of bytes. */
function pairScore(
  bytes: Uint8Array,
  { label, common }: Candidate,
  letters: (lead: number, trail: number) => number,
): number {
  const decoder = new TextDecoder(label as Bun.Encoding);
  let sum = 0;
  let count = 0;
  for (let at = 0; at + 1 < bytes.length; at++) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    count++;
    // Half-width katakana, of one byte each.
    if (label === "shift_jis" && lead >= 0xa1 && lead <= 0xdf) sum += NONE;
    else {
      const character = decoder.decode(bytes.subarray(at, at + 2));
      sum += common.test(character) ? COMMON : letters(lead, bytes[at + 1] ?? 0);
      at++;
    }
  }
  return count === 0 ? 0 : sum / count;
}

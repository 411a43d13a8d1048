/** A set of the words in a text. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

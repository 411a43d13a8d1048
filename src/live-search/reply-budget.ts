/** The bound of a whole reply: 25,000 tokens at 3.8 characters each, with names and braces. */

const MAX_TOKENS = 25_000;
const CHARACTERS_PER_TOKEN = 3.8;
/** UTF-16 units of the reply as JSON. */
export const MAX_REPLY_UNITS = Math.floor(MAX_TOKENS * CHARACTERS_PER_TOKEN);

/** UTF-16 units of a value as JSON. */
export function replySize(value: unknown): number {
  return JSON.stringify(value).length;
}

/** The items that fit into `room`, in their order; an item that does not fit is left out, a smaller later one may fit. */
export function fitting<Item>(items: readonly Item[], room: number): Item[] {
  let left = room;
  return items.filter((item) => {
    const size = replySize(item) + 1;
    if (size > left) return false;
    left -= size;
    return true;
  });
}

/** Number of leading items whose sizes (with commas) fit into `room`. */
export function howManyFit(items: readonly unknown[], room: number): number {
  let used = 0;
  for (const [index, item] of items.entries()) {
    used += replySize(item) + 1;
    if (used > room) return index;
  }
  return items.length;
}

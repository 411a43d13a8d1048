/** A block of a source file, and the file as lines. */

export interface Block {
  /** function, method, class, struct, section … */
  readonly type: string;
  readonly name: string;
  /** The declaration up to its body, on one line. */
  readonly signature: string;
  /** Lines from 1, both inclusive; decorators and attributes above are included. */
  readonly first: number;
  readonly last: number;
  /** First line of the comment directly above, else `first`. */
  readonly lead: number;
  /** Line of the declaration itself. */
  readonly head: number;
}

/** A text with the offsets at which its lines start. */
export interface Lines {
  readonly text: string;
  readonly starts: Uint32Array;
}

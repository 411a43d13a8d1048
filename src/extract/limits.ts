/**
 * Caps on the cost of one document, for every format. Each has its own file error code, so `status` names the exceeded cap.
 * They are far above real files and far below harm: the whole program must stay under 600 MB.
 */
const MIB = 1 << 20;

export const LIMITS = {
  /** Entries of a zip container, counted before any is read (`zip_entries`). */
  zipEntries: 20_000,
  /** Inflated bytes of one part that is read (`zip_entry_size`). A sheet of a million cells is about 50 MiB. */
  zipEntryBytes: 96 * MIB,
  /** Inflated bytes of all parts that are read (`zip_total_size`). */
  zipTotalBytes: 192 * MIB,
  /** Inflated / stored bytes of one part (`zip_ratio`); deflate cannot exceed 1,032, sheets of equal rows reach 60. */
  zipRatio: 250,
  /** Bytes. Smaller parts need no ratio check: they cannot hurt. */
  zipRatioFloor: 4 * MIB,
  /** Open XML elements (`too_deep`). */
  xmlDepth: 512,
  /** Pages, slides, sheets or parts of one document (`too_many_pages`). */
  units: 20_000,
  /** Characters (UTF-16 units) of one document's text (`too_many_chars`): as much as the largest text file by default. */
  chars: 20 * MIB,
  /** Bytes of an archive whose members are read (`too_large`), and of one member. */
  archiveBytes: 64 * MIB,
  memberBytes: 20 * MIB,
  /** Milliseconds for the members of one archive: the remaining members are marked, and the child continues. */
  archiveMs: 20_000,
  /** Nesting of RTF groups (`too_deep`). */
  nesting: 256,
} as const;

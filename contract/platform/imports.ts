/** Bytes of a file, and columns in it. */
export const LARGEST_IMPORT = 1024 ** 3
/** A file travels in parts of so many bytes, so that a lost connection costs one of them. */
export const PART_BYTES = 1024 ** 2
export const MOST_COLUMNS = 300

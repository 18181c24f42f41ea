/** Feeds of a company may be due to be read. */
export const FEEDS_DUE = 'feeds'
/** Posts wait to be understood: topics, and whether we have written of the same. */
export const UNDERSTAND_DUE = 'understand-posts'

/** A text as `documentOf` reads it. Questions and answers follow a line with `---`. */
export interface PostText {
  title: string
  /** The summary. */
  excerpt: string
  text: string
}

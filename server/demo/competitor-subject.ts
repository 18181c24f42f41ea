/** What competitors of the demo write about: titles and texts are put together of these. */
export interface Subject {
  topic: string
  /** By which its posts are known. */
  phrases: readonly string[]
  /** In titles, in small letters. */
  things: readonly [string, ...string[]]
  sentences: readonly string[]
  /** The post of ours that comes nearest, and how alike they are at most; undefined: we have none. */
  ours?: { title: string; most: number }
  /** How many days ago the first one was; undefined: they always wrote of it. */
  since?: number
}

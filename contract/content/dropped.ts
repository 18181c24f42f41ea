/** What HTML had that the text of a post can’t have, by kind: "2 frames, 1 form". */
export interface Dropped {
  what: DroppedKind
  count: number
  /** Of the first one, to recognise it by: its address or name; may be empty. */
  sample: string
}
export type DroppedKind =
  | 'picture'
  | 'frame'
  | 'form'
  | 'field'
  | 'video'
  | 'sound'
  | 'drawing'
  | 'object'
  | 'script'
  | 'link'
  | 'underline'

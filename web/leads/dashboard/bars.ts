export interface Series {
  label: string
  colour: string
}
export interface Row {
  label: string
  /** One for each series, with where its rows are. */
  values: readonly { count: number; to: string | undefined }[]
}

/** What the text needs of the page around it. */
export interface TextHost {
  upload: Upload
  /** Where a stored picture is to be had. */
  pictureUrl: (id: number) => Promise<string | undefined>
  nameOf: NameOf
  /** Posts and products by words, for links and cards. */
  search: (words: string) => Promise<readonly LinkTarget[]>
  /** Shows a short message, with what can be done about it. */
  say: (text: string, retry?: () => void) => void
}

/** What a link or a card leads to. */
export interface LinkTarget {
  kind: 'post' | 'product'
  id: number
  name: string
}

/** What a post or product is called; undefined where there is none. */
export type NameOf = (kind: LinkTarget['kind'], id: number) => Promise<string | undefined>

/** Sends a picture. */
export type Upload = (
  file: File,
  options: { signal: AbortSignal; onSent: (part: number) => void },
) => Promise<{ id: number; alt: string }>

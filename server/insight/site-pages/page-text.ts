import { decode } from '#server/insight/feed-polls/decode.ts'

export interface PageBytes {
  bytes: Uint8Array
  contentType: string | null
  /** Where it was read. */
  url: string
}

/** The text of a web page, which may itself name its encoding in its first bytes. */
export const textOfPage = ({ bytes, contentType }: PageBytes): string => {
  if (/charset\s{0,5}=/i.test(contentType ?? '')) return decode(bytes, contentType)
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1_024))
  const named = /<meta[^>]{0,200}?charset\s{0,5}=\s{0,5}["']?([\w.:-]{1,40})/i.exec(start)?.[1]
  return decode(bytes, named === undefined ? contentType : `text/html; charset=${named}`)
}

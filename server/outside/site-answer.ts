import type { Dispatcher } from 'undici'
import { decoded, isGzip } from './decoded.ts'
import { Refusal, type RefusalCode } from './refusal.ts'

/** What the answer is to be: it says what kinds of content are taken. */
export type Wanted = 'feed' | 'page' | 'sitemap' | 'robots'

export interface FetchRequest {
  accept?: Wanted
  /** Sent as they are, such as if-none-match and if-modified-since. */
  headers?: Readonly<Record<string, string>>
  /** How many bytes the text may have, once its coding is taken off. */
  mostBytes?: number
  /** Ends it sooner than its own limits; it is then refused as `timeout`. */
  signal?: AbortSignal
}

/** What one address answers. */
export interface Answer {
  status: number
  header(name: string): string | null
  /** The address of a redirect. */
  leadsTo: string | null
  /** The status is one of those that give nothing. */
  refused: RefusalCode | null
  bytes: Buffer
  wireBytes: number
}

const MIB = 1024 * 1024
/** Whatever a caller wants. */
const MOST_EVER = 50 * MIB
const ACCEPT: Record<Wanted, string> = {
  feed: 'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5',
  page: 'text/html, application/xhtml+xml',
  sitemap: 'application/xml, text/xml, */*;q=0.5',
  robots: 'text/plain, */*;q=0.5',
}
const REDIRECTS = [301, 302, 303, 307, 308]

export const headersOf = ({ accept = 'feed', headers = {} }: FetchRequest, agent: string) => ({
  accept: ACCEPT[accept],
  'accept-encoding': 'gzip, deflate, br',
  'user-agent': agent,
  ...Object.fromEntries(Object.entries(headers).filter(([, value]) => isSendable(value))),
})

/** What a site has sent may be no value that can be sent. */
const isSendable = (value: string) => /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)

/** Reads it to its end, unless it leads elsewhere or is none that is taken. */
export const readAnswer = async (
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  { accept = 'feed', headers: sent = {}, mostBytes }: FetchRequest,
  usual: number,
): Promise<Answer> => {
  const header = (name: string) => {
    const value = headers[name]
    return (Array.isArray(value) ? value.join(', ') : value) ?? null
  }
  const bare: Answer = { status, header, leadsTo: null, refused: null, bytes: Buffer.alloc(0), wireBytes: 0 }
  const location = header('location')
  if (REDIRECTS.includes(status) && location !== null) return { ...bare, leadsTo: location }
  if (status === 304 && Object.keys(sent).some((name) => name.toLowerCase().startsWith('if-'))) return bare
  if (status < 200 || status > 299) return { ...bare, refused: `http_${status}` }
  expectKind(header('content-type') ?? '', accept)

  const most = Math.min(mostBytes ?? usual, MOST_EVER)
  const parts: Buffer[] = []
  for await (const part of body) parts.push(part)
  const wire = Buffer.concat(parts)
  const coding = header('content-encoding')
  // A sitemap may be a compressed file, which no header says.
  const taken = coding === null && accept === 'sitemap' && isGzip(wire) ? 'gzip' : coding
  return { ...bare, bytes: await decoded(wire, taken, most), wireBytes: wire.length }
}

const PICTURES = /^(?:image|audio|video)\//
const FILES = ['application/octet-stream', 'application/zip']
const PAGES = ['text/html', 'application/xhtml+xml']

const expectKind = (contentType: string, accept: Wanted) => {
  const kind = (contentType.split(';')[0] ?? '').trim().toLowerCase()
  if (accept === 'page' && !PAGES.includes(kind)) throw new Refusal('not_a_page', kind)
  if (PICTURES.test(kind) || (accept !== 'sitemap' && FILES.includes(kind))) throw new Refusal('wrong_kind', kind)
}

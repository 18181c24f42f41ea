import { Parser } from 'htmlparser2'
import { decode } from './decode.ts'

// The task of a thread: the addresses of a sitemap, or the sitemaps of an index of them.

export interface SitemapPage {
  url: string
  /** What a news sitemap says of it. */
  title: string
  published: string
}

export interface ReadSitemap {
  children: string[]
  pages: SitemapPage[]
  /** There are more than are read. */
  more: boolean
}

const MOST_CHILDREN = 50
const MOST_PAGES = 50_000
const FIELDS = ['loc', 'news:title', 'news:publication_date']
const LONGEST = 2_000

/** Undefined: it is no sitemap. Only addresses below `prefix` count. */
export const parse = ({
  bytes,
  contentType,
  prefix,
}: {
  bytes: Uint8Array
  contentType: string | null
  prefix: string
}): ReadSitemap | undefined => {
  const found: ReadSitemap = { children: [], pages: [], more: false }
  let [isSitemap, field, text] = [false, '', '']
  let entry: Record<string, string> = {}
  const parser = new Parser(
    {
      onopentagname(name) {
        isSitemap ||= name === 'urlset' || name === 'sitemapindex'
        if (name === 'url' || name === 'sitemap') entry = {}
        field = FIELDS.includes(name) ? name : ''
        text = ''
      },
      ontext(more) {
        if (field !== '' && text.length < LONGEST) text += more
      },
      onclosetag(name) {
        if (name === field) entry[name] = text.trim().slice(0, LONGEST)
        field = ''
        const url = entry['loc'] ?? ''
        if (name === 'sitemap' && url !== '' && found.children.length < MOST_CHILDREN) found.children.push(url)
        if (name !== 'url' || !isBelow(url, prefix)) return
        if (found.pages.length === MOST_PAGES) found.more = true
        else
          found.pages.push({ url, title: entry['news:title'] ?? '', published: entry['news:publication_date'] ?? '' })
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(decode(bytes, contentType))
  return isSitemap ? found : undefined
}

const isBelow = (address: string, prefix: string) => {
  const url = URL.parse(address)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.href.length <= LONGEST &&
    `${url.pathname}/`.startsWith(prefix)
  )
}

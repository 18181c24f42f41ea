/** Parameters that say where a reader came from, not what the page is. */
const TRACKING =
  /^(?:utm_[a-z_]{1,40}|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|mc_[ce]id|igshid|_hsenc|_hsmi|hsctatracking|mkt_tok|vero_id|ref|ref_src|cmpid|ncid|ftag|at_[a-z]{1,20}|pk_[a-z]{1,20}|_ga)$/

/** What is the same for all spellings of an address, fit to tell pages apart; undefined: it is none of a website. */
export const canonicalUrl = (written: string): string | undefined => {
  const url = URL.parse(written)
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return undefined
  const host = hostOf(url)
  const port = url.port === '' ? '' : `:${url.port}`
  const path = withoutEnd(url.pathname.replace(/\/index\.(?:html?|php)$/, '/'), '/')
  const query = [...url.searchParams]
    .filter(([name]) => !TRACKING.test(name.toLowerCase()))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&')
  return `${host}${port}${path}${query === '' ? '' : `?${query}`}`
}

/** The host that a site is known by. */
export const hostOf = (url: URL): string => withoutEnd(url.hostname.toLowerCase(), '.').replace(/^www\./, '')

/** Without this sign at its end, however often it stands there. */
const withoutEnd = (text: string, sign: string) => {
  let end = text.length
  while (end > 0 && text[end - 1] === sign) end -= 1
  return text.slice(0, end)
}

/** An address as it is to be opened; undefined: it cannot be, or it is too long. */
export const webAddress = (written: string | undefined, base: string): string | undefined => {
  const url = written === undefined ? null : URL.parse(written.trim(), base)
  return url && /^https?:$/.test(url.protocol) && url.href.length <= 2_000 ? url.href : undefined
}

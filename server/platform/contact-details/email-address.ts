import { domainToASCII } from 'node:url'
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { getPublicSuffix } from 'tldts'

export interface EmailAddress {
  email: string
  domain: string
}

/** Longer addresses fit no SMTP command (RFC 5321, 4.5.3.1.3). */
const LONGEST_EMAIL = 254
const LONGEST_LOCAL_PART = 64
const LONGEST_DOMAIN = 253
const LONGEST_LINK = 2_000

/**
 * The one mailbox that the text names, in lower case and its domain in ASCII; undefined for anything else. Stricter
 * than the RFC on purpose: no quoted local parts, comments, groups, display names or address literals, so that what
 * is stored can go into a mail's header as it is.
 */
export const parseEmail = (text: string): EmailAddress | undefined => {
  if (text.length > LONGEST_EMAIL || hasUnseen(text)) return undefined
  const [local = '', host = '', ...more] = text.trim().split('@')
  if (more.length || !isLocalPart(local)) return undefined
  const domain = asciiDomain(host)
  if (domain === undefined) return undefined
  const email = `${local.toLowerCase()}@${domain}`
  return email.length > LONGEST_EMAIL ? undefined : { email, domain }
}

/**
 * The domain in a pasted `@firm.com`, `user@firm.com`, `https://firm.com:8080/path` or plain `FIRM.com.`; undefined
 * for an IP address or anything else that cannot stand behind an @. `www.` stays: mail may well come from there.
 */
export const normaliseDomain = (text: string): string | undefined => {
  if (text.length > LONGEST_LINK || hasUnseen(text)) return undefined
  const [beforePath = ''] = text
    .trim()
    .replace(/^(?:[a-z][a-z0-9+.-]{0,20}:)?\/\//i, '')
    .split(/[/\\?#]/, 1)
  if (/[\s,;<>"()]/.test(beforePath)) return undefined
  const parts = beforePath.split('@')
  return parts.length > 2 ? undefined : asciiDomain((parts.at(-1) ?? '').replace(/:\d{1,5}$/, ''))
}

/**
 * Whether anyone may register below it, as below `com.ar`: such an entry would hold back a whole country. By the ICANN
 * section alone: the private one lists hosts (`blogspot.com`) that a company may well want to restrict as a whole.
 */
export const isPublicSuffix = (domain: string) =>
  getPublicSuffix(domain, { allowPrivateDomains: false, extractHostname: false }) === domain

/** Mail for anyone: such a domain says nothing of a company. */
export const FREE_MAIL: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.co.in yahoo.in yahoo.fr yahoo.de yahoo.co.jp ymail.com rocketmail.com
   hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es outlook.com outlook.de outlook.fr outlook.in live.com
   live.co.uk live.fr msn.com aol.com icloud.com me.com mac.com proton.me protonmail.com pm.me gmx.com gmx.de gmx.net gmx.at
   web.de t-online.de freenet.de mail.com mail.ru yandex.ru yandex.com bk.ru inbox.ru list.ru rambler.ru qq.com 163.com 126.com
   sina.com foxmail.com naver.com daum.net hanmail.net rediffmail.com zoho.com zohomail.com orange.fr wanadoo.fr free.fr
   laposte.net sfr.fr libero.it virgilio.it tiscali.it uol.com.br bol.com.br terra.com.br comcast.net verizon.net att.net
   sbcglobal.net btinternet.com sky.com bigpond.com fastmail.com hey.com tutanota.com tuta.com wp.pl o2.pl interia.pl seznam.cz
   abv.bg ukr.net`.split(/\s+/),
)

// Taken once: the package builds the set anew at each call.
const DISPOSABLE = disposableEmailBlocklistSet()

/** What the domain alone tells; the restricted ones are the company's own and are known by its list. */
export const domainState = (domain: string | null | undefined): 'ok' | 'free' | 'disposable' | 'none' => {
  if (!domain) return 'none'
  if (FREE_MAIL.has(domain)) return 'free'
  return throwAwayOf(domain) === undefined ? 'ok' : 'disposable'
}

/** What gives out the throw-away addresses: the domain or one above it; undefined when nobody knows it for that. */
export const throwAwayOf = (domain: string): string | undefined =>
  domain.length > LONGEST_DOMAIN ? undefined : suffixesOf(domain).find((suffix) => DISPOSABLE.has(suffix))

/** The domain and all that it is below, itself first: `a.b.com`, `b.com`, `com`. */
export const suffixesOf = (domain: string): string[] => {
  const suffixes = [domain]
  for (let dot = domain.indexOf('.'); dot !== -1; dot = domain.indexOf('.', dot + 1))
    suffixes.push(domain.slice(dot + 1))
  return suffixes
}

/** Line ends, other controls, and what shows nothing: zero-width and direction marks, which make twins. */
export const hasUnseen = (text: string) => /\p{C}/u.test(text)

const isLocalPart = (local: string) =>
  local.length <= LONGEST_LOCAL_PART &&
  /^[\w!#$%&'*+/=?^`{|}~-]+$/.test(local.replaceAll('.', '')) &&
  !/^\.|\.\.|\.$/.test(local)

const asciiDomain = (host: string): string | undefined => {
  if (host.length > LONGEST_DOMAIN + 1) return undefined
  const dotted = host.replace(/[\u3002\uFF0E\uFF61]/g, '.').replace(/\.$/, '')
  // domainToASCII reads as a browser's address bar does, which also decodes `%2e`: nothing of that kind may get there.
  if (!/^(?:[a-z0-9.-]|[^\0-\x7f])+$/i.test(dotted)) return undefined
  const ascii = domainToASCII(dotted)
  return ascii.length <= LONGEST_DOMAIN && isDomain(ascii) ? ascii : undefined
}

const isDomain = (ascii: string) => {
  const labels = ascii.split('.')
  return labels.length >= 2 && labels.every(isLabel) && /^(?:[a-z]+|xn--[a-z0-9-]+)$/.test(labels.at(-1) ?? '')
}

const isLabel = (label: string) =>
  label.length <= 63 && /^[a-z0-9-]+$/.test(label) && !label.startsWith('-') && !label.endsWith('-')

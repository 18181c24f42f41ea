import freeMail from 'email-providers/all.json' with { type: 'json' }
import { getDomain } from 'tldts'
import { domainState, normaliseDomain, parseEmail } from '#server/platform/contact-details/email-address.ts'
import { isSiteOfOthers } from '#server/platform/contact-details/sites-of-others.ts'

/** By what a person or a company is known: at most one person and one company has it. */
export interface DirectoryKey {
  kind: 'email' | 'phone' | 'domain' | 'name'
  key: string
}

/** An address is a key as it is; a phone with the name, since many share one. A bare name is none. */
export const contactKey = (said: { email?: string | null; phone?: string | null; name?: string | null }) =>
  emailKey(said.email ?? '') ?? phoneKey(said.phone ?? '', said.name ?? '')

export const emailKey = (text: string): DirectoryKey | undefined => {
  const address = parseEmail(text)
  return address && { kind: 'email', key: address.email }
}

const phoneKey = (phone: string, name: string): DirectoryKey | undefined => {
  const folded = foldWords(name)
  return /^\+\d{6,15}$/.test(phone) && folded ? { kind: 'phone', key: `${phone} ${folded}` } : undefined
}

/** What is said of a company. */
interface Said {
  email?: string | null
  website?: string | null
  company?: string | null
  country?: string | null
}

/** The domain of the address, else that of the website, else the name with the country; `own`: that of those who keep the directory. */
export const companyKey = (said: Said, own: string | undefined): DirectoryKey | undefined => {
  const domain = domainKey(said.email?.split('@')[1] ?? '', own) ?? siteKey(said.website ?? '', own)
  return domain ?? nameKey(said.company ?? '', said.country ?? '')
}

/** As of mail, but for sites on which others have a page of theirs. */
const siteKey = (website: string, own: string | undefined) => {
  const key = domainKey(normaliseDomain(website) ?? '', own)
  return key && !isSiteOfOthers(key.key) ? key : undefined
}

/**
 * The domain that somebody registered, by the suffixes of registries and of hosts; undefined where that says nothing of a company: mail
 * for anyone, one's own colleagues, a suffix below which anyone registers.
 */
export const domainKey = (host: string, own: string | undefined): DirectoryKey | undefined => {
  const domain = registrable(host)
  if (domain === null || domain === registrable(own ?? '')) return undefined
  return [host, domain].every((each) => domainState(each) === 'ok' && !FREE_MAIL.has(each))
    ? { kind: 'domain', key: domain }
    : undefined
}

const FREE_MAIL: ReadonlySet<string> = new Set(freeMail)

const registrable = (host: string) =>
  getDomain(host, { allowPrivateDomains: true, extractHostname: false, validateHostname: false })

/** Firms of one name in two countries are two. */
export const nameKey = (name: string, country: string): DirectoryKey | undefined => {
  const words = foldWords(name).split(' ')
  while (words.length > 1 && AFTER_NAMES.has(words.at(-1) ?? '')) words.pop()
  const key = words.join(' ')
  return key && country ? { kind: 'name', key: `${key}|${country}` } : undefined
}

/** How a firm is written after its name, without dots. */
export const LEGAL_FORMS =
  `ab ag aps as asa bhd bv bvba co company corp corporation cv doo eg ev fzco fze fzllc gesmbh gmbh inc incorporated jsc kft kg kgaa kk lda
   limited llc llp lp ltd ltda mbh nv oao ohg ooo oy oyj plc pjsc pte pty pvt private sa sae sal sarl sas sasu sdn se sl slu snc spa spzoo srl
   sro ug ulc zao zoo`.split(/\s+/)
/** What stands between two of them, too. */
const AFTER_NAMES: ReadonlySet<string> = new Set([...LEGAL_FORMS, 'und', 'and', 'et', '&', 'sp', 'z', 'o'])

/** In small letters and marks of one form, with one space between words and no dots or commas. */
const foldWords = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[.,'’"“”()]/g, '')
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
const LONGEST_NAME = 300

/** “Sales” of `sales@firm.example`: an address of nobody in particular; undefined for a person's. */
export const mailboxOf = (email: string): string | undefined => {
  const [local = ''] = email.split('@')
  return MAILBOXES.has(local) ? local.slice(0, 1).toUpperCase() + local.slice(1) : undefined
}

const MAILBOXES: ReadonlySet<string> = new Set(
  `accounting accounts admin administration billing buero buying careers contact contacts customerservice customercare enquiries enquiry
   export exports finance general hello help helpdesk hr import imports info information inquiries inquiry invoice invoices jobs kontakt
   mail mailbox marketing office orders order post postmaster press procurement purchase purchasing reception sales sekretariat service
   services shop support team tender tenders vertrieb verkauf web webmaster einkauf ventas compras vendas comercial contacto contato
   commercial achats vente ventes`.split(/\s+/),
)

import { deriveKey, keyedDigest, sameText, type Purpose } from '#server/kit/secrets.ts'

/** What links in mails are for; none opens what another one does. */
export type LinkPurpose = 'unsubscribe' | 'confirm'
const PURPOSES: Readonly<Record<LinkPurpose, Purpose>> = { unsubscribe: 'mail-unsubscribe', confirm: 'mail-confirm' }

export interface MailLink {
  companyId: number
  ids: number[]
}
export interface MailOf {
  companyId: number
  mailId: number
}

/** Names the key: a later one gets another name, and those of earlier ones are read for ever. */
const KEY = '1'
const LINK_BYTES = 16
/** Of what mail servers carry along, which may turn it into small letters and cut it after 64. */
const ADDRESS_BYTES = 10
const NUMBER = /^(0|[1-9]\d{0,15})$/
const MOST_PARTS = 8
const LONGEST = 200

/** Signs what goes out with mails and comes back: links for their readers, and the names of mails. It keeps nothing. */
export const openMailTokens = (secret: string) => {
  const keys = {
    unsubscribe: deriveKey(secret, PURPOSES.unsubscribe),
    confirm: deriveKey(secret, PURPOSES.confirm),
  }
  const idKey = deriveKey(secret, 'mail-id')
  const linkMac = (purpose: LinkPurpose, text: string) =>
    keyedDigest(keys[purpose], text).subarray(0, LINK_BYTES).toString('base64url')
  const idMac = (text: string) => keyedDigest(idKey, text).subarray(0, ADDRESS_BYTES).toString('hex')

  const named = ({ companyId, mailId }: MailOf) => `${companyId}.${mailId}.${idMac(`${companyId}.${mailId}`)}`
  const readName = (text: string): MailOf | undefined => {
    const [company = '', mail = '', mac = '', ...more] = text.toLowerCase().split('.')
    if (more.length > 0 || !NUMBER.test(company) || !NUMBER.test(mail)) return undefined
    if (!sameText(idMac(`${company}.${mail}`), mac)) return undefined
    return { companyId: Number(company), mailId: Number(mail) }
  }

  return {
    /** A token for a link: it says who it is of, to everybody, and that we made it. */
    sign(purpose: LinkPurpose, companyId: number, ...ids: number[]): string {
      const text = [KEY, companyId, ...ids].join('.')
      return `${text}.${linkMac(purpose, text)}`
    },

    /** Undefined for any text that was not signed here for this. */
    read(purpose: LinkPurpose, token: string): MailLink | undefined {
      if (token.length > LONGEST) return undefined
      const parts = token.split('.')
      const mac = parts.pop() ?? ''
      const [key, company = '', ...ids] = parts
      const isOurs = sameText(linkMac(purpose, parts.join('.')), mac)
      if (!isOurs || key !== KEY || parts.length > MOST_PARTS || ![company, ...ids].every((part) => NUMBER.test(part)))
        return undefined
      return { companyId: Number(company), ids: ids.map(Number) }
    },

    /** The same however often a mail is sent: mailboxes fold equal ones. */
    messageId: (mail: MailOf, domain: string) => `<s${named(mail)}@${domain}>`,

    /** Where bounces of a mail go, which says whose they are. */
    bounceAddress: (mail: MailOf, domain: string) => `b+${named(mail)}@${domain}`,

    /** The mail whose bounce came to an address; undefined for any address that was not made here. */
    readBounceAddress(address: string): MailOf | undefined {
      const [, name] = /^<?b\+([\d.a-fA-F]{1,62})@[^@\s<>]{1,255}>?$/i.exec(address.slice(0, LONGEST * 2)) ?? []
      return name === undefined ? undefined : readName(name)
    },

    /** The mail that a Message-ID is of, likewise. */
    readMessageId(id: string): MailOf | undefined {
      const [, name] = /^<?s([\d.a-fA-F]{1,62})@[^@\s<>]{1,255}>?$/i.exec(id.slice(0, LONGEST * 2)) ?? []
      return name === undefined ? undefined : readName(name)
    },
  }
}
export type MailTokens = ReturnType<typeof openMailTokens>

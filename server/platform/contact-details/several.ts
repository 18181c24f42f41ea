import { parseEmail, type EmailAddress } from './email-address.ts'
import { readPhone } from './phone.ts'

/** So much text holds all the addresses or numbers that one person has. */
const LONGEST = 2_000
/** A part with fewer digits is no number of its own, but a part of one. */
const FEWEST_DIGITS = 6

/** What files and people write between several values. */
const BETWEEN = /;(?!ext=)|[,|\n\r\t]|:::/i
/** The same between addresses only where that makes no other address of them. */
const SLASH = '/'

/** The addresses that a text names, each once, and its parts with an @ that are none. */
export const readEmails = (text: string): { found: EmailAddress[]; unread: string[] } => {
  const whole = parseEmail(text)
  if (whole) return { found: [whole], unread: [] }
  if (text.length > LONGEST || !text.includes('@')) return { found: [], unread: [] }
  const found: EmailAddress[] = []
  const unread: string[] = []
  for (const part of text.split(BETWEEN).filter((each) => each.includes('@'))) {
    const one = parseEmail(bareAddress(part))
    const several = one ? [one] : (allEmails(part.split(SLASH)) ?? allEmails(part.trim().split(/\s+/)))
    if (several) found.push(...several.filter(({ email }) => !found.some((each) => each.email === email)))
    else unread.push(part.trim())
  }
  return { found, unread }
}

/** `mailto:ann@x.example` and `Ann <ann@x.example>` without what stands around the address. */
const bareAddress = (part: string) => {
  const inside = /<([^<>]{3,320})>/.exec(part)?.[1] ?? part
  const [address = ''] = inside
    .trim()
    .replace(/^mailto:\s*/i, '')
    .split('?', 1)
  return address.trim()
}

const allEmails = (parts: readonly string[]) => {
  const read = parts.flatMap((part) => parseEmail(bareAddress(part)) ?? [])
  return read.length === parts.length && read.length > 1 ? read : undefined
}

export interface SeveralPhones {
  /** The number as it stands in the text. */
  sent: string
  /** In E.164 with its extension; null where it can't be read. */
  phone: string | null
}

/** The numbers that a text names, each once; the text itself where it can't be taken apart. */
export const readPhones = (text: string, country?: string): SeveralPhones[] => {
  const several = text.length > LONGEST ? undefined : numbersIn(text, country)
  if (!several) return [{ sent: onOneLine(text), phone: readPhone(text, country)?.e164 ?? null }]
  const read = several.map((sent) => ({ sent: onOneLine(sent), phone: readPhone(sent, country)?.e164 ?? null }))
  return read.filter((one, at) => read.findIndex((other) => keyOf(other) === keyOf(one)) === at)
}
const onOneLine = (text: string) => (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text)
const keyOf = ({ sent, phone }: SeveralPhones) => phone ?? sent

/** A slash stands between numbers, and within one: between the area and the rest. */
const numbersIn = (text: string, country: string | undefined) => {
  const parts = wholeNumbers(text.split(BETWEEN))
  if (parts)
    return parts.flatMap((part) => (isOne(part, country) ? [part] : (wholeNumbers(part.split(SLASH)) ?? [part])))
  return isOne(text, country) ? undefined : wholeNumbers(text.split(SLASH))
}

const isOne = (text: string, country: string | undefined) =>
  !text.includes('/') || readPhone(text, country) !== undefined

const wholeNumbers = (parts: readonly string[]) => {
  const numbers = parts.map((part) => part.trim()).filter((part) => digitsIn(part) > 0)
  return numbers.length > 1 && numbers.every((part) => digitsIn(part) >= FEWEST_DIGITS) ? numbers : undefined
}

const digitsIn = (text: string) => text.match(/\p{Nd}/gu)?.length ?? 0

import { withoutExtension } from '#web/platform/contact-details/PhoneLink.tsx'

/** A country and the code that its numbers start with. */
export interface CallingCode {
  code: string
  name: string
  calling_code: string | null
}

/** `+44 300 555 0158` → `+44` and `300 555 0158`. Without a plus, the country's own code stands before it. */
export const splitPhone = (
  phone: string | null,
  country: string | null,
  countries: readonly CallingCode[],
): { code: string | undefined; rest: string } => {
  const sent = phone?.trim() ?? ''
  const own = countries.find(({ code }) => code === country)?.calling_code ?? undefined
  if (!sent.startsWith('+')) return { code: own, rest: sent }
  const code = prefixOf(sent, own, countries)
  return code === undefined ? { code: undefined, rest: sent } : { code, rest: sent.slice(code.length).trim() }
}

/** The country's own code where it fits, else the longest that does. */
const prefixOf = (phone: string, own: string | undefined, countries: readonly CallingCode[]) => {
  if (own !== undefined && phone.startsWith(own)) return own
  return countries
    .flatMap(({ calling_code }) => calling_code ?? [])
    .filter((code) => phone.startsWith(code))
    .sort((one, other) => other.length - one.length)[0]
}

/** One number again; whoever typed a plus has said the code already. */
export const joinPhone = (code: string | undefined, rest: string) => {
  const number = rest.trim()
  if (number === '') return ''
  return number.startsWith('+') || code === undefined ? number : `${code}${number}`
}

/** The calling code that a refused look-up names all the same: in a `calling_code`, else in the first digits of its sentence. */
export const codeInRefusal = ({ message, said }: { message: string; said: object }): string | undefined => {
  const named: unknown = Reflect.get(said, 'calling_code')
  const told = typeof named === 'string' || typeof named === 'number' ? String(named) : /\d[\d-]*/.exec(message)?.[0]
  const digits = told?.replaceAll(/\D/g, '').replace(/^0+/, '') ?? ''
  return /^\d{1,4}$/.test(digits) ? `+${digits}` : undefined
}

/** Whether it has the usual form of an address; what the server makes of it stays the server's. */
export const isEmail = (text: string) => EMAIL.test(text.trim())
export const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

/** Whether it has a number's digits, however they are written. */
export const canBeDialled = (text: string) => (text.match(/\p{Nd}/gu)?.length ?? 0) >= 6

/** Whether it has 6 to 15 digits, as every number of the world has; an extension counts for itself. */
export const isPhone = (text: string) => {
  const number = withoutExtension(text)
  const digits = number.replaceAll(/\D/g, '').length
  return digits >= 6 && digits <= 15 && /^[+\d\s().\-/]*$/.test(number)
}

import type { Attribute } from './document.ts'

/** Whether an attribute may hold the value. */
export const fits = (attribute: Attribute, value: unknown): boolean => {
  if (value === null) return attribute.nullable === true
  switch (attribute.kind) {
    case 'number':
      return Number.isInteger(value) && Number(value) >= attribute.from && Number(value) <= attribute.to
    case 'id':
      return Number.isSafeInteger(value) && Number(value) >= 1
    case 'flag':
      return typeof value === 'boolean'
    case 'choice':
      return typeof value === 'string' && attribute.of.includes(value)
    case 'text':
      return typeof value === 'string' && value.length <= attribute.most && !CONTROLS.test(value)
    case 'web-address':
      return typeof value === 'string' && value.length <= attribute.most && hasScheme(value, WEB)
    case 'link':
      return typeof value === 'string' && value.length <= attribute.most && hasScheme(value, LINKS)
  }
}

/** Whether a link may lead there: to the web, an email address or a telephone number. */
export const isLinkAddress = (address: string): boolean => hasScheme(address, LINKS)

const WEB = ['http:', 'https:']
const LINKS = [...WEB, 'mailto:', 'tel:']
/** The browser drops tabs and line breaks from an address before it reads the scheme, so none may be there. */
const CONTROLS = /\p{Cc}/u

const hasScheme = (address: string, schemes: readonly string[]) => {
  const [scheme] = /^[a-z]+:/i.exec(address) ?? []
  return (
    scheme !== undefined &&
    schemes.includes(scheme.toLowerCase()) &&
    !CONTROLS.test(address) &&
    address.isWellFormed() &&
    URL.canParse(address)
  )
}

/** Behind a number, the extension to dial once it answers. */
const EXTENSION = /\s{0,3}(?:ext\.?|x|#|;ext=)\s{0,3}(\d{1,11})$/i

/** Digits and the plus, and the extension, as a telephone takes them. */
export const telephoneOf = (phone: string) => {
  const [whole, extension] = EXTENSION.exec(phone) ?? []
  const number = whole === undefined ? phone : phone.slice(0, -whole.length)
  return `tel:${number.replaceAll(/[^\d+]/g, '')}${extension === undefined ? '' : `;ext=${extension}`}`
}

/** The number without its extension. */
export const withoutExtension = (phone: string) => phone.replace(EXTENSION, '')

/** Whether it has a number to call: such a field may say anything. */
export const canCall = (phone: string) => /\d{3}/.test(phone)

/** A phone number that can be called; a text without digits stays a text. */
export const PhoneLink = ({ phone }: { phone: string }) =>
  canCall(phone) ? <a href={telephoneOf(phone)}>{phone}</a> : <bdi>{phone}</bdi>

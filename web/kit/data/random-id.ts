/** Random, and no other one's: browsers offer `crypto.randomUUID` over https alone, and the product is also served to a house by itself. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

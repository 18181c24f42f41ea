import { cspNonce } from './theme.ts'

/**
 * antd's scroll lock makes its style element without the nonce that it was given, and the content policy would
 * refuse it: each style element that the page's own scripts make gets the nonce as it is made.
 */
export const giveStylesTheNonce = () => {
  const nonce = cspNonce()
  if (!nonce) return
  const create = document.createElement
  Reflect.set(document, 'createElement', (...parts: unknown[]) => {
    const element: unknown = Reflect.apply(create, document, parts)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  })
}

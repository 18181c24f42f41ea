import { readFileSync } from 'node:fs'

const STYLE = readFileSync(new URL('./plain-page.css', import.meta.url), 'utf8')

/** The style of a page for people without an account: that of all such pages, then its own. */
export const pageStyle = (own: string) => `${STYLE}${own}`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text to stand in HTML, as text or as an attribute. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

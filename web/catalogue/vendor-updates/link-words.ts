import { labelOfField } from '#contract/catalogue/master-products.ts'
import type { VendorAsk } from '#contract/catalogue/vendor-updates.ts'
import { useStructure } from '#web/catalogue/product-structure/structure.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import type { Tone } from '#web/kit/look/StatusTag.tsx'

/** The tab of the screen that lists the links. */
export const LINKS_TAB = 'links'

export type LinkState = 'revoked' | 'answered' | 'expired' | 'opened' | 'sent'

export const LINK_WORDS: Readonly<Record<LinkState, { label: string; tone: Tone }>> = {
  sent: { label: 'Not opened', tone: 'warning' },
  opened: { label: 'Opened', tone: 'info' },
  answered: { label: 'Answered', tone: 'success' },
  expired: { label: 'Expired', tone: 'neutral' },
  revoked: { label: 'Revoked', tone: 'neutral' },
}

type Times = Pick<VendorAsk, 'revoked_at' | 'answered_at' | 'opened_at' | 'expires_at'>

export const stateOfLink = (ask: Times, now = Date.now()): LinkState => {
  if (ask.revoked_at !== null) return 'revoked'
  if (ask.answered_at !== null) return 'answered'
  if (isOver(ask, now)) return 'expired'
  return ask.opened_at === null ? 'sent' : 'opened'
}

/** Whether there is something to revoke: an answered link still opens until then. */
export const canRevoke = (ask: Times, now = Date.now()) => ask.revoked_at === null && !isOver(ask, now)

const isOver = ({ expires_at }: Times, now: number) => Date.parse(expires_at) <= now

/** "Ball valve DN25 and 2 more products" */
export const productsWords = ({ products }: Pick<VendorAsk, 'products'>) => {
  const [first, ...others] = products
  if (!first) return 'no product'
  return others.length === 0
    ? first.name
    : `${first.name} and ${formats().number(others.length)} more ${others.length === 1 ? 'product' : 'products'}`
}

/** What fields are called; just how many where the caller may not see the catalogue. */
export const useFieldWords = (fields: readonly string[]): string => {
  const { structure } = useStructure()
  const names = fields.map(
    (field) => labelOfField(field) ?? structure?.attributeOf(field.replace('attributes.', ''))?.label,
  )
  return names.some((name) => name === undefined) ? counted(fields.length, 'field') : names.join(', ')
}

import type { Tenant } from '#server/db/tenant.ts'
import type { LockedLead } from './write.ts'

/** A verdict was turned over, which the sales person of the lead has to learn. */
export interface VerdictTurned {
  leadId: number
  to: 'valid' | 'invalid'
  /** Who turned it over. */
  by: number
  /** Who worked the lead, or will again. */
  salesPerson: number
}

type Listener = (tenant: Tenant, event: VerdictTurned) => Promise<void>

const listeners: Listener[] = []

/** Hears of each verdict that was turned over, within the transaction that does it: what it writes is stored with it. */
export const onVerdictTurned = (listener: Listener) => {
  listeners.push(listener)
  return () => void listeners.splice(listeners.indexOf(listener), 1)
}

/** Tells the listeners, unless nobody in sales had the lead or its own sales person did it. */
export const verdictTurned = async (
  tenant: Tenant,
  { id: leadId, sales_person: salesPerson }: Pick<LockedLead, 'id' | 'sales_person'>,
  { to, by }: Pick<VerdictTurned, 'to' | 'by'>,
) => {
  if (salesPerson === null || salesPerson === by) return
  for (const listener of listeners) await listener(tenant, { leadId, to, by, salesPerson })
}

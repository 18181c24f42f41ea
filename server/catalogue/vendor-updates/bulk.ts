import { vendorUpdates } from '#contract/catalogue/vendor-updates.ts'
import { badField, UserError } from '#server/kit/errors.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Refused } from '#server/platform/bulk/act.ts'
import { bulkActsOf } from '#server/platform/bulk/jobs.ts'
import { lockProducts } from '#server/catalogue/master-products/edit.ts'
import type { Links } from './asks.ts'
import { decide } from './decide.ts'
import { decidedAlready, lockUpdates, type Standing } from './standing.ts'
import { fieldsOf, isStale, there, UPDATES } from './list.ts'

/** A request as far as it decides whether it can be approved with many others. */
interface Row {
  id: number
  /** Why nobody decides on it any more. */
  decided: string | undefined
  /** Why it can't be approved unseen. */
  unclear: string | undefined
}

const rowsOf = async (tenant: Tenant, requests: readonly Standing[]): Promise<Row[]> => {
  const { rows, known, products } = await fieldsOf(
    tenant,
    requests.map(({ id, product_id }) => ({ id, productId: product_id })),
  )
  const fields = Map.groupBy(rows, ({ update_id }) => update_id)
  return requests.map((request) => {
    const product = products.get(request.product_id)
    const unclear = (fields.get(request.id) ?? []).flatMap((row) => {
      if (row.decision !== 'pending') return []
      const rule = known.get(row.field)
      if (!rule) return [`${row.field} no longer exists`]
      if (row.problem !== null) return [`${rule.label} could not be read`]
      if (isStale(rule, row, product?.values.get(row.field) ?? null)) return [`${rule.label} changed since`]
      const today = rule.read(row.requested)
      return 'message' in today ? [today.message] : []
    })
    const gone = product ? [] : ['The product no longer exists']
    return { id: request.id, decided: decidedAlready(request), unclear: [...gone, ...unclear][0] }
  })
}

/** Approves what nobody has to look at, and rejects; the rest is skipped with the reason. */
export const vendorBulkActs = (links: Links) => {
  const act = bulkActsOf<Row, Row, undefined>({
    ...UPDATES,
    gone: 'This request no longer exists',
    async lock(tenant, ids) {
      const requests = await lockUpdates(tenant, ids)
      await lockProducts(
        tenant,
        requests.map(({ product_id }) => product_id),
        [],
      )
      return rowsOf(tenant, requests)
    },
    async standings(tenant, ids) {
      const rows = await rowsOf(tenant, await lockUpdates(tenant, ids))
      return rows.map((row) => ({ ...row, rows: 1 }))
    },
    names: async () => undefined,
  })
  return {
    decideMany: act('vendor-updates.decideMany', vendorUpdates.decideMany, async (tenant, caller, input) => {
      const reason = input.reason?.trim()
      if (input.status === 'rejected' && !reason) throw badField('reason', 'Say why, so that the vendor can answer.')
      return {
        visible: there(),
        title: (count) =>
          `${input.status === 'approved' ? 'Approve' : 'Reject'} ${count.toLocaleString('en')} vendor ${count === 1 ? 'request' : 'requests'}`,
        outcome: input.status,
        refusal: ({ decided, unclear }) => decided ?? (input.status === 'approved' ? unclear : undefined),
        async apply(rows) {
          const how = { status: input.status, ...(reason ? { reason } : {}) }
          const refused: Refused[] = []
          for (const { id } of rows)
            try {
              await decide(tenant, caller, links, { id, ...how })
            } catch (error) {
              // An earlier one of these took its unique value, or changed its product. It is refused before anything is stored of it.
              if (!(error instanceof UserError)) throw error
              refused.push({ id, message: error.message })
            }
          return refused
        },
      }
    }),
  }
}

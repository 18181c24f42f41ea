import type { Static } from 'typebox'
import type { productBulk } from '#contract/catalogue/product-bulk.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { lockProducts, readProducts, type ProductEdit, type Standing } from '#server/catalogue/master-products/edit.ts'
import { foreseeWrites, writeProducts, type Outcome, type Plan } from '#server/catalogue/master-products/write.ts'
import type { Caller } from '#server/kit/auth.ts'
import { SKIPPED, type ActOnMany, type Refused } from '#server/platform/bulk/act.ts'
import { examplesOf } from './examples.ts'
import { GONE, titled } from './selection.ts'
import { readSteps, stepped, type Steps } from './steps.ts'

const SAME = 'This product has these values already'

/** Changes fields of many products; each takes all of the changes, or none. */
export const editing = async (
  tenant: Tenant,
  _caller: Caller,
  { changes }: Static<typeof productBulk.edit.body>,
): Promise<ActOnMany> => {
  const steps = await readSteps(tenant, changes)
  return {
    title: titled('Change'),
    outcome: 'changed',
    async foresee(ids) {
      const { edits, refused } = editsOf(steps, ids, await readProducts(tenant, ids, steps.attributes, { lock: false }))
      const plans = await foreseeWrites(tenant, edits)
      const skipped = [...refused, ...plans.flatMap(({ id, outcome }) => (outcome ? refusedBy(id, outcome) : []))]
      const written = plans.filter((plan): plan is Plan & { outcome?: never } => plan.write !== undefined)
      return {
        ends: [
          ...skipped.map(({ message }) => ({ outcome: SKIPPED, message, count: 1 })),
          { outcome: 'changed', message: null, count: written.length },
        ],
        examples: await examplesOf(tenant, written),
      }
    },
    async run(ids) {
      // What does not depend on what a product has is read once, where it is written.
      const now = steps.dependent ? await lockProducts(tenant, ids, steps.attributes) : undefined
      const { edits, refused } = editsOf(steps, ids, now)
      const outcomes = await writeProducts(tenant, edits, { source: 'bulk' })
      return [...refused, ...outcomes.flatMap((outcome) => refusedBy(outcome.id, outcome))]
    },
  }
}

const editsOf = (steps: Steps, ids: readonly number[], now: ReadonlyMap<number, Standing> | undefined) => {
  const edits: ProductEdit[] = []
  const refused: Refused[] = []
  for (const id of ids) {
    const product = now?.get(id)
    const sent = now && !product ? { message: GONE } : stepped(steps, product)
    if ('message' in sent) refused.push({ id, message: sent.message })
    else edits.push({ id, sent: sent.change, asEntered: steps.converts })
  }
  return { edits, refused }
}

const refusedBy = (id: number, outcome: Outcome): Refused[] => {
  switch (outcome.outcome) {
    case 'saved':
      return []
    case 'unchanged':
      return [{ id, message: SAME }]
    case 'missing':
      return [{ id, message: GONE }]
    case 'refused':
    case 'conflict':
      return [
        { id, message: outcome.fields.map((field) => ('message' in field ? field.message : field.label)).join(' ') },
      ]
  }
}

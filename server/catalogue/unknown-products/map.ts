import { Type } from 'typebox'
import { unknownProducts } from '#contract/catalogue/unknown-products.ts'
import { Id } from '#contract/kit/endpoint.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { conflict, found, UserError } from '#server/kit/errors.ts'
import { addNames, problemOf } from '#server/catalogue/product-names/names.ts'
import { foldSome } from '#server/catalogue/product-demand/fold.ts'
import { linesNamed, mapLines } from '#server/leads/published.ts'
import { personJob } from '#server/platform/jobs/kind.ts'
import { startJob } from '#server/platform/jobs/start.ts'
import * as queries from './queries.ts'

/** More lines than these are mapped by a job. */
const AT_ONCE = 1_000
const CHUNK = 500

/** Maps the name in all leads that have it, as one act; of very many, a job does it. */
export const mapName = async (
  tenant: Tenant,
  caller: Caller,
  { key: sent, product_id, dryRun }: { key: string; product_id: number; dryRun?: boolean },
) => {
  const { key, text } = found('Name', await queries.unknownName(tenant, sent))
  const { name } = found('Product', await queries.product(tenant, product_id))
  const { lines, leads } = await linesNamed(tenant, key)
  const answer = { lines, leads, synonym: text, product: name }
  if (dryRun) return { ...answer, job: null }

  const [outcome] = await addNames(tenant, [{ productId: product_id, text }], { source: 'learned' })
  const problem = problemOf(outcome)
  if (problem !== undefined) throw conflict(problem, undefined, 'taken')
  if (lines > AT_ONCE) {
    const job = await startJob(tenant, mapping, {
      title: `Map “${text}” to ${name}`,
      input: { key, productId: product_id },
      total: leads,
      caller,
      changeSet: tenant.changeSet,
    })
    return { ...answer, job }
  }
  const mapped = await mapLines(tenant, { key, productId: product_id, after: 0, most: AT_ONCE })
  // Who looks at the list next does not find it there.
  await foldSome(tenant)
  return { ...answer, lines: mapped.lines, leads: mapped.leads, job: null }
}

/** Named as the call of which it does the rest. */
export const mapping = personJob({
  name: 'unknown-products.map',
  permission: unknownProducts.map.permission,
  undoable: true,
  input: Type.Object({ key: Type.String(), productId: Id }),
  async chunk({ tenant, input: { key, productId }, cursor }) {
    if (!(await queries.product(tenant, productId)))
      throw new UserError(409, 'Stopped: the product was deleted meanwhile.')
    const { leads, last } = await mapLines(tenant, { key, productId, after: cursor, most: CHUNK })
    return { cursor: last ?? cursor, done: leads, outcomes: { mapped: leads }, last: last === undefined }
  },
})

/** Waiting work: leads that came in while their name was mapped are mapped too. */
export const mapKnownNames = async (tenants: Tenants, companyId: number): Promise<void> => {
  const names = await tenants.read(companyId, queries.knownNames)
  const actor = { kind: 'system', channel: 'api', act: 'unknown-products.mapLate' } as const
  for (const name of names) {
    let after: number | undefined = 0
    while (after !== undefined) {
      const from: number = after
      after = await tenants.write<number | undefined>(companyId, actor, async (tenant) => {
        const known = await queries.product(tenant, name.productId)
        return known && (await mapLines(tenant, { ...name, after: from, most: CHUNK, untouched: true })).last
      })
    }
  }
}

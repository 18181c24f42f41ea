import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { notify } from '#server/platform/notifications/notify.ts'
import type { NotificationRule } from '#server/platform/notifications/rules.ts'
import { plain } from '#server/platform/notifications/words.ts'
import { settings } from './settings.ts'

const ACTOR = { kind: 'system', channel: 'api', act: 'structure-edits.hideIncomplete' } as const
const KEY: PermissionKey = 'master_products_toggle_discoverable'
const CHUNK = 500

/** The due kind of the day's news of gaps. */
export const GAP_NEWS_DUE = 'product-gap-news'

/** Looks at products that became incomplete while they were shown: hides them if the company wants that, and notes that people are to be told. */
export const closeGaps = async (tenants: Tenants, companyId: number): Promise<void> => {
  const changeSet = randomUUID()
  while (await tenants.write(companyId, ACTOR, closeSome, changeSet));
}

const closeSome = async (tenant: Tenant): Promise<boolean> => {
  const { db, companyId } = tenant
  const { rows } = await sql<{ id: number }>`
    select product_id as id from product_gaps where company_id = ${companyId} and not seen order by product_id limit ${CHUNK}`.execute(
    db,
  )
  if (rows.length === 0) return false
  const ids = rows.map(({ id }) => id)
  // Products before gaps, as whoever writes products takes them.
  await sql`
    select from products where company_id = ${companyId} and id = any(${ids}::bigint[]) order by id for no key update`.execute(
    db,
  )
  if ((await settings(tenant)).hide_incomplete) {
    await tenant.setReason('Something required is missing')
    await sql`
      update products set discoverable = false where company_id = ${companyId} and id = any(${ids}::bigint[])
        and discoverable and not complete and deleted_at is null`.execute(db)
  }
  await sql`update product_gaps set seen = true where company_id = ${companyId} and product_id = any(${ids}::bigint[])`.execute(
    db,
  )
  await sql`select mark_due_once(${GAP_NEWS_DUE}, date_trunc('day', now()) + interval '31 hours')`.execute(db)
  return rows.length === CHUNK
}

interface Gaps {
  shown: number
  hidden: number
}

/** Once a day, of all gaps since the day before that are still there. */
export const tellOfGaps = (tenants: Tenants, companyId: number): Promise<void> =>
  tenants.write(companyId, { ...ACTOR, act: 'structure-edits.tellOfGaps' }, async (tenant) => {
    const { db } = tenant
    const { rows } = await sql<Gaps>`
      with told as (delete from product_gaps where company_id = ${companyId} and seen returning product_id)
      select (count(*) filter (where p.discoverable))::int as shown, (count(*) filter (where not p.discoverable))::int as hidden
      from told join products p on p.company_id = ${companyId} and p.id = told.product_id and p.deleted_at is null and not p.complete`.execute(
      db,
    )
    const [gaps] = rows
    if (!gaps || gaps.shown + gaps.hidden === 0) return
    const holders = await sql<{ id: number }>`
      select id from staff where status = 'active' and ${KEY} = any (permissions) order by id`.execute(db)
    await notify(
      tenant,
      holders.rows.map(({ id }) => ({ personId: id, kind: 'product_gap', thing: 'product_gap', detail: { gaps } })),
    )
  })

export const gapRule: NotificationRule<{ gaps?: Gaps }> = {
  words: ({ detail: { gaps } }) => {
    const { shown = 0, hidden = 0 } = gaps ?? {}
    const parts = [
      ...(shown ? [`${products(shown)} became incomplete and ${shown === 1 ? 'is' : 'are'} still shown`] : []),
      ...(hidden ? [`${products(hidden)} became incomplete and ${hidden === 1 ? 'was' : 'were'} hidden`] : []),
    ]
    return [plain(parts.join('; ') || 'Products became incomplete')]
  },
  href: ({ gaps }, caller) =>
    caller.can('master_products_view')
      ? `/marketing/masterproduct_properties?state=${gaps?.shown ? 'gap' : 'incomplete'}`
      : undefined,
  permission: KEY,
}

const products = (many: number) => `${many.toLocaleString('en')} ${many === 1 ? 'product' : 'products'}`

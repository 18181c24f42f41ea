import { sql } from 'kysely'
import type { VendorField, VendorUpdate } from '#contract/catalogue/vendor-request.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { found } from '#server/kit/errors.ts'
import { FIELDS_OF_CHANGE } from '#server/catalogue/master-products/field-changes.ts'
import { missingOf } from '#server/catalogue/master-products/queries.ts'
import { attributeCode } from './known-fields.ts'
import { fieldsOf, updateRow } from './list.ts'

/** All that deciding on a request takes. */
export const vendorUpdate = async (tenant: Tenant, id: number, link: string | null = null): Promise<VendorUpdate> => {
  const row = found('Vendor request', await updateRow(tenant, id))
  const productId = row.record.id
  const more = found('Vendor request', await moreOf(tenant, id))
  const { rows, known, products } = await fieldsOf(tenant, [{ id, productId }])
  const product = products.get(productId)
  const missing = (await missingOf(tenant, [productId])).get(productId) ?? []
  const last = await lastChanges(tenant, productId, more.product_version)
  const lacks = missing.length === 1 ? missing[0]?.code : undefined
  return {
    ...row,
    ...more,
    discoverable: product?.discoverable ?? false,
    link,
    rows: rows.map((stored): VendorField => {
      const { field, then_value, requested, applied, raw, problem, decision, reason } = stored
      const rule = known.get(field)
      const now = product?.values.get(field) ?? null
      const changed = rule !== undefined && !rule.same(now, then_value)
      const requestedText = rule?.text(requested) ?? null
      return {
        field,
        label: rule?.label ?? field,
        type: rule?.type ?? 'text',
        then_text: rule?.text(then_value) ?? null,
        now_text: rule?.text(now) ?? null,
        requested_text: requestedText,
        also: rule?.also(requested) ?? null,
        raw: raw === requestedText ? null : raw,
        problem,
        now,
        changed,
        changed_by: changed ? (last.get(field) ?? null) : null,
        already: problem === null && rule !== undefined && rule.same(now, requested),
        completes: lacks !== undefined && lacks === (attributeCode(field) ?? field) && requested !== null,
        decision,
        applied_text: rule?.text(applied) ?? null,
        reason,
      }
    }),
  }
}

type More = Pick<VendorUpdate, 'channel' | 'note' | 'contact' | 'record_of_vendor' | 'others' | 'product_version'>

const moreOf = async ({ db, companyId }: Tenant, id: number): Promise<More | undefined> => {
  const { rows } = await sql<More>`
    select u.channel, u.note, u.product_version,
      jsonb_build_object('name', u.contact_name, 'email', u.contact_email, 'phone', u.contact_phone) as contact,
      (select jsonb_build_object('approved', count(*) filter (where f.decision = 'approved'), 'decided', count(*))
        from vendor_updates o join vendor_update_fields f on f.company_id = o.company_id and f.update_id = o.id
        where o.company_id = u.company_id and o.vendor_id = u.vendor_id and o.decided_on > now() - interval '180 days'
          and o.deleted_at is null and f.decision in ('approved', 'rejected')) as record_of_vendor,
      coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'vendor', o.vendor_name) order by o.id) from vendor_updates o
        where o.company_id = u.company_id and o.product_id = u.product_id and o.id <> u.id and o.status in ('pending', 'needs_info')
          and o.deleted_at is null), '[]') as others
    from vendor_updates u where u.company_id = ${companyId} and u.id = ${id} and u.deleted_at is null`.execute(db)
  return rows[0]
}

/** Who changed each field of the product last since a version of it, and when. */
export const lastChanges = async (
  { db, companyId }: Tenant,
  productId: number,
  version: number,
): Promise<ReadonlyMap<string, { name: string; at: string }>> => {
  const { rows } = await sql<{ field: string; name: string; at: string }>`
    select distinct on (coalesce('attributes.' || a.code, f.field)) coalesce('attributes.' || a.code, f.field) as field, c.at,
      coalesce(case c.actor_kind when 'person' then (select s.name from staff s where s.company_id = c.company_id and s.id = c.actor_id)
        when 'import' then 'An import' end, 'Leadroom') as name
    from changes c cross join lateral ${FIELDS_OF_CHANGE} f
    left join product_attributes a on a.company_id = c.company_id and a.id = f.attribute_id
    where c.company_id = ${companyId} and c.root = 'products' and c.root_id = ${productId} and c.version > ${version}
    order by coalesce('attributes.' || a.code, f.field), c.id desc`.execute(db)
  return new Map(rows.map(({ field, ...by }) => [field, by]))
}

import { sql } from 'kysely'
import type { AttributeOption } from '#contract/catalogue/product-structure.ts'
import { MOST_OPTIONS, type structureEdits } from '#contract/catalogue/structure-edits.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField, conflict, found } from '#server/kit/errors.ts'
import { fieldsToWrite } from '#server/kit/merge-edits.ts'
import { attributeOf } from './attributes.ts'
import { freeCode } from './codes.ts'
import { arrange, changedMeanwhile, isSameName, lockStructure } from './structure.ts'

interface StoredOption extends AttributeOption {
  attribute_id: number
  version: number
  deleted_at: string | null
}

/** All of an attribute in their order, those that are gone too: their codes stay theirs. */
const optionsOf = async ({ db, companyId }: Tenant, attributeId: number): Promise<StoredOption[]> =>
  db
    .selectFrom('product_attribute_options')
    .select(['id', 'attribute_id', 'code', 'label', 'position', 'retired', 'version', 'deleted_at'])
    .where('company_id', '=', companyId)
    .where('attribute_id', '=', attributeId)
    .orderBy('position')
    .orderBy('id')
    .execute()

export const addOptions = async (tenant: Tenant, id: number, { labels }: BodyOf<typeof structureEdits.addOptions>) => {
  await lockStructure(tenant)
  const { type, label: name } = await attributeOf(tenant, id)
  if (type !== 'option' && type !== 'options') throw conflict(`${name} takes no options.`)
  const all = await optionsOf(tenant, id)
  const live = all.filter(({ deleted_at }) => deleted_at === null)
  const known = new Set(live.map(({ label }) => label.toLowerCase()))
  const taken = new Set(all.map(({ code }) => code))
  const fresh: { code: string; label: string }[] = []
  for (const label of labels) {
    if (known.has(label.toLowerCase())) continue
    const code = freeCode(label, taken, AS_CODE)
    known.add(label.toLowerCase())
    taken.add(code)
    fresh.push({ code, label })
  }
  if (live.length + fresh.length > MOST_OPTIONS)
    throw badField(
      'labels',
      `${name} can have at most ${MOST_OPTIONS.toLocaleString('en')} options; it has ${live.length.toLocaleString('en')}.`,
    )
  const first = Math.max(-1, ...live.map(({ position }) => position)) + 1
  const { rows } = await sql<AttributeOption>`
    insert into product_attribute_options (company_id, attribute_id, code, label, position)
    select ${tenant.companyId}::int, ${id}::bigint, code, label, ${first}::int + place - 1
    from rows from (json_to_recordset(${JSON.stringify(fresh)}::json) as (code text, label text)) with ordinality as said (code, label, place)
    order by place
    returning id, code, label, position, retired`.execute(tenant.db)
  return { added: rows, known: labels.length - fresh.length }
}

const AS_CODE = { otherwise: 'option', between: '_', longest: 60 } as const

export const updateOption = async (
  tenant: Tenant,
  id: number,
  { place, version, ...sent }: BodyOf<typeof structureEdits.updateOption>,
): Promise<AttributeOption> => {
  await lockStructure(tenant)
  const { db, companyId } = tenant
  const at = await db
    .selectFrom('product_attribute_options')
    .select('attribute_id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  const all = at ? (await optionsOf(tenant, at.attribute_id)).filter(({ deleted_at }) => deleted_at === null) : []
  const before = found(
    'Option',
    all.find((each) => each.id === id),
  )
  const others = all.filter((each) => each.id !== id)
  const { label, retired } = before
  const row = { entity: 'product_attribute_options', id, version: before.version, values: { label, retired } }
  const { write, conflicts } = await fieldsToWrite(tenant, row, sent, version)
  if (conflicts.length) throw changedMeanwhile('option', before, conflicts)
  const named = write.label
  if (named !== undefined && others.some((each) => isSameName(each.label, named)))
    throw conflict(`There is an option called ${named} already.`)
  if (Object.keys(write).length)
    await db
      .updateTable('product_attribute_options')
      .set(write)
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
  if (place !== undefined) await arrange(tenant, 'product_attribute_options', others, id, place)
  const after = await optionsOf(tenant, before.attribute_id)
  return found(
    'Option',
    after.find((each) => each.id === id),
  )
}

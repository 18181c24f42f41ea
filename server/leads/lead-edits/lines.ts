import { sql } from 'kysely'
import type { ProductLine } from '#contract/leads/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { readProductLines, totalOfLead, type StoredLine } from '#server/leads/lead/product-lines.ts'
import { badField, UserError } from '#server/kit/errors.ts'
import { linesSince, type KeptLine } from './lines-history.ts'

/** A line of a lead; a new one has no id yet. */
export type Line = StoredLine & { id?: number | undefined }

/**
 * What to write of a list of products that was made on the version `seen`: nothing where it changes nothing of that
 * version. The list is one field: when somebody else has changed it too, the two are in conflict.
 */
export const linesToWrite = async (
  tenant: Tenant,
  leadId: number,
  now: readonly KeptLine[],
  products: readonly ProductLine[],
  seen: number | undefined,
): Promise<{ write?: readonly Line[]; conflicted: boolean }> => {
  const again = products.findIndex(({ id }, at) => id !== undefined && products.findIndex((one) => one.id === id) < at)
  if (again >= 0) throw badField(`products.${again}.id`, 'This product line is listed twice')
  const then = seen === undefined ? now : await linesSince(tenant, leadId, now, seen)
  const sent = await readLines(tenant, [...then, ...now], products)
  if (alike(sent, then) || alike(sent, now)) return { conflicted: false }
  if (!alike(then, now)) return { conflicted: true }
  const unknown = sent.findIndex(({ id }) => id !== undefined && !now.some((line) => line.id === id))
  if (unknown < 0) return { write: sent, conflicted: false }
  const field = `products.${unknown}.id`
  throw new UserError(404, 'Product not found', {
    errors: [{ field, message: 'This product is no longer on the lead' }],
  })
}

/**
 * Sent lines as they are stored. A line without an id is the one of the same product, where there is one that no other
 * has claimed. A product that the lead asks for already need not be in the catalogue any more.
 */
const readLines = async (tenant: Tenant, known: readonly KeptLine[], sent: readonly ProductLine[]): Promise<Line[]> => {
  const asked = new Set(known.map(({ product_id }) => product_id))
  const read = await readProductLines(
    tenant,
    sent.map((line) => (asked.has(line.product_id ?? null) ? { ...line, product_id: null } : line)),
  )
  const claimed = new Set(sent.flatMap(({ id }) => id ?? []))
  return read.flatMap((normal, at) => {
    const line = sent[at]
    if (!line) return []
    const stored = { ...normal, product_id: line.product_id ?? null }
    const same = known.find(
      ({ id, product_id, product_name }) =>
        !claimed.has(id) && product_id === stored.product_id && product_name === stored.product_name,
    )
    const id = line.id ?? same?.id
    if (id !== undefined) claimed.add(id)
    return [{ id, ...stored }]
  })
}

const alike = (one: readonly Line[], other: readonly Line[]) => inWords(one) === inWords(other)
const inWords = (lines: readonly Line[]) =>
  JSON.stringify(
    lines
      .map(({ id = 0, product_id, product_name, quantity, total_quantity }) => [
        id,
        product_id,
        product_name,
        quantity,
        total_quantity,
      ])
      .sort(([one], [other]) => Number(one) - Number(other)),
  )

/** Makes the lead's lines what they are to be, and the lead a version of its own for it. */
export const storeLines = async (
  { db, companyId }: Tenant,
  leadId: number,
  now: readonly KeptLine[],
  lines: readonly Line[],
) => {
  const gone = now.filter(({ id }) => !lines.some((line) => line.id === id)).map(({ id }) => id)
  await sql`delete from lead_items where company_id = ${companyId} and lead_id = ${leadId} and id = any(${gone}::bigint[])`.execute(
    db,
  )
  await sql`
    update lead_items i set product_id = line.product_id, product_name = line.product_name, quantity = line.quantity,
      total_quantity = line.total_quantity
    from ${recordset(lines.filter(({ id }) => id !== undefined))}
    where i.company_id = ${companyId} and i.lead_id = ${leadId} and i.id = line.id
      and (i.product_id, i.product_name, i.quantity, i.total_quantity)
        is distinct from (line.product_id, line.product_name, line.quantity, line.total_quantity)`.execute(db)
  await sql`
    insert into lead_items (company_id, lead_id, product_id, product_name, quantity, total_quantity)
    select ${companyId}::int, ${leadId}::bigint, product_id, product_name, quantity, total_quantity
    from ${recordset(lines.filter(({ id }) => id === undefined))}`.execute(db)
  await sql`
    update leads l set products_version = l.version + 1, total_quantity = ${totalOfLead(companyId)}
    where l.company_id = ${companyId} and l.id = ${leadId}`.execute(db)
}

const recordset = (lines: readonly Line[]) =>
  sql`json_to_recordset(${JSON.stringify(lines)}::json)
    as line (id bigint, product_id bigint, product_name text, quantity int, total_quantity int)`

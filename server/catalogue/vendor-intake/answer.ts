import { sql } from 'kysely'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { vendorIntake } from '#contract/catalogue/vendor-intake.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField } from '#server/kit/errors.ts'
import { knownFields, productsNow } from '#server/catalogue/vendor-updates/known-fields.ts'
import { tellAnswered } from '#server/catalogue/vendor-updates/notified.ts'
import { receive, receiveAnswer } from '#server/catalogue/vendor-updates/receive.ts'
import { linkOf, noLink, type Link } from './link.ts'

type Body = BodyOf<typeof vendorIntake.answer>

/** What a vendor sends by a link: values that it was asked for, answers to questions, or that it withdraws. */
export const answerLink = async (tenant: Tenant, hash: Buffer, body: Body): Promise<string> => {
  const link = await linkOf(tenant, hash, { lock: true })
  if (!link) throw noLink()
  if (body.withdraw) return withdraw(tenant, link, body.withdraw)
  const questions = link.requests.filter(({ status }) => status === 'needs_info')
  if (!link.fresh && questions.length === 0) throw noLink()
  const values = await changedValues(tenant, link, questions, body.values)
  const note = body.note?.trim()
  if (values.length === 0 && !(questions.length && note)) throw badField('values', 'Change at least one field.')
  const ids = link.fresh
    ? await receiveAll(tenant, link, values, body)
    : await answerAll(tenant, questions, values, body.note)
  await tenant.db
    .updateTable('vendor_asks')
    .set({ answered_at: new Date().toISOString() })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', link.id)
    .execute()
  await tellAnswered(tenant, link.asked_by, ids)
  return referenceOf(ids)
}

const referenceOf = (ids: readonly number[]) => ids.map((id) => `V-${id}`).join(', ')

const withdraw = async (tenant: Tenant, { requests }: Link, ids: readonly number[]) => {
  const own = new Set(requests.map(({ id }) => id))
  if (!ids.every((id) => own.has(id))) throw noLink()
  await sql`
    update vendor_updates set status = 'withdrawn', decided_on = now()
    where company_id = ${tenant.companyId} and id = any (${ids}::bigint[])`.execute(tenant.db)
  return referenceOf(ids)
}

/** What was asked for and is not so already; anything else is refused by its name. */
const changedValues = async (
  tenant: Tenant,
  { fresh, product_ids, fields }: Link,
  questions: Link['requests'],
  values: Body['values'],
): Promise<Body['values']> => {
  const products = new Set(fresh ? product_ids : questions.map(({ product_id }) => product_id))
  for (const [at, { product_id, field }] of values.entries())
    if (!products.has(product_id) || !fields.includes(field))
      throw badField(`values.${at}`, 'This field was not requested.')
  const known = await knownFields(
    tenant,
    fields,
    values.map(({ text }) => text),
  )
  const now = await productsNow(tenant, [...products], fields)
  // The last text of a field counts.
  const last = new Map(values.map((value) => [`${value.product_id} ${value.field}`, value]))
  return [...last.values()].filter(({ product_id, field, text }) => {
    const rule = known.get(field)
    const read = rule?.read(text)
    const is = now.get(product_id)?.values.get(field) ?? null
    return !(rule && read && 'value' in read && rule.same(read.value, is))
  })
}

const receiveAll = async (tenant: Tenant, link: Link, values: Body['values'], { withdraw: _, ...sender }: Body) => {
  const ids: number[] = []
  for (const [productId, own] of Map.groupBy(values, ({ product_id }) => product_id)) {
    const sent = own.map(({ field, text }) => ({ field, sent: text }))
    const vendor = { id: link.vendor_id, name: link.vendor }
    const arrival = { ...sender, vendor, productId, channel: 'link', askedId: link.id, except: link.asked_by } as const
    ids.push(await receive(tenant, { ...arrival, values: sent }))
  }
  return ids
}

/** Each question that something was said to; a note alone answers all of them. */
const answerAll = async (
  tenant: Tenant,
  questions: Link['requests'],
  values: Body['values'],
  note: string | undefined,
) => {
  const byProduct = Map.groupBy(values, ({ product_id }) => product_id)
  const answered = questions.filter(({ product_id }) => byProduct.has(product_id) || values.length === 0)
  for (const { id, product_id: productId } of answered) {
    const own = (byProduct.get(productId) ?? []).map(({ field, text }) => ({ field, sent: text }))
    await receiveAnswer(tenant, { id, productId, note, values: own })
  }
  return answered.map(({ id }) => id)
}

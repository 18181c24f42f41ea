import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { addLead } from '#contract/leads/add-lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import type { Lead } from '#contract/leads/lead.ts'
import { startTestApp } from '#server/test/app.ts'
import { refusal } from '#server/test/journey.ts'
import { ENQUIRY, MANAGER_KEYS } from '#server/test/leads.ts'
import { SEED } from '#server/test/random.ts'
import { howMany } from '../../../scripts/scope.mjs'

const app = await startTestApp()
afterAll(() => app.stop())

const ada = await app.signIn({ can: [...MANAGER_KEYS, 'marketing_leads_edit'] })
const { updateWithProducts } = leadEdits

const TEXTS = ['name', 'company', 'city', 'zipCode', 'phone', 'message'] as const
type Field = (typeof TEXTS)[number] | 'products'
type Form = Record<(typeof TEXTS)[number], string | null> & { products: Lead['products'] }

const formOf = ({ name, company, city, zipCode, phone, message, products }: Lead): Form => ({
  name,
  company,
  city,
  zipCode,
  phone,
  message,
  products,
})
/** Without ids: a line that was sent as new has got one. */
const said = (form: Form, field: Field) =>
  JSON.stringify(
    field === 'products'
      ? form.products.map(({ product_name, quantity, total_quantity }) => [product_name, quantity, total_quantity])
      : form[field],
  )
/** A line that was sent without an id may have been added by somebody else too; one with an id is that line alone. */
const sameLines = (typed: Lead['products'], now: Lead['products']) =>
  said({ products: typed } as Form, 'products') === said({ products: now } as Form, 'products') &&
  typed.every(({ id }, at) => id === undefined || id === now[at]!.id)
const FIELDS: readonly Field[] = [...TEXTS, 'products']

const newLead = async () => (await ada.call(addLead.add, { body: { ...ENQUIRY, city: 'Karachi' } })).data
const send = ({ id }: Pick<Lead, 'id'>, version: number, form: Form) =>
  ada.call(updateWithProducts, { body: { enquiryId: id, version, ...form, name: form.name ?? '' } })

/** What a writer was refused with; whoever waits too long for the others' locks comes back, as they are told. */
const saved = async (
  { id, version }: Pick<Lead, 'id' | 'version'>,
  form: Form,
): Promise<{ code: string; details: { fields: string[] } } | undefined> => {
  try {
    await send({ id }, version, form)
    return undefined
  } catch (refused) {
    const { status, failure } = refused as { status: number; failure: { code: string; details: { fields: string[] } } }
    return status === 503 ? saved({ id, version }, form) : failure
  }
}

/** What one writer does to the form: who saw which of the versions so far, and the fields typed over. */
const edit = fc.record({
  saw: fc.nat(),
  texts: fc.dictionary(
    fc.constantFrom('name', 'company', 'city', 'zipCode', 'message'),
    fc.constantFrom('one', 'two', 'three'),
    { maxKeys: 3 },
  ),
  phone: fc.option(fc.constantFrom('+4930123456', '+4930123457', 'ask Yuki'), { nil: undefined }),
  products: fc.constantFrom('same', 'more', 'fewer', 'add', 'replace'),
})

const typedOver = (
  seen: Form,
  { texts, phone, products }: typeof edit extends fc.Arbitrary<infer T> ? T : never,
): Form => {
  const lists = {
    same: seen.products,
    more: seen.products.map((line) => ({
      ...line,
      quantity: line.quantity + 1,
      total_quantity: line.total_quantity + 1,
    })),
    fewer: seen.products.slice(1),
    add: [...seen.products, { product_name: 'Seal', quantity: 2, total_quantity: 2 } as Lead['products'][number]],
    replace: [{ product_name: 'Pump', quantity: 1, total_quantity: 1 } as Lead['products'][number]],
  }
  return { ...seen, ...texts, ...(phone === undefined ? {} : { phone }), products: lists[products] }
}

test('W3: whatever versions people write from, no update is lost and none silently overwritten', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 2, maxLength: 8 }), async (edits) => {
      const lead = await newLead()
      const versions = [{ version: lead.version, form: formOf(lead) }]

      for (const each of edits) {
        const seen = versions[each.saw % versions.length]!
        const now = versions.at(-1)!
        const typed = typedOver(seen.form, each)
        const mine = FIELDS.filter((field) => said(typed, field) !== said(seen.form, field))
        const since = versions.slice(versions.indexOf(seen))
        const theirs = FIELDS.filter((field) =>
          field === 'products'
            ? !sameLines(seen.form.products, now.form.products)
            : since.some(({ form }) => said(form, field) !== said(seen.form, field)),
        )
        const differs = (field: Field) =>
          field === 'products'
            ? !sameLines(typed.products, now.form.products)
            : said(typed, field) !== said(now.form, field)
        const clashing = mine.filter((field) => theirs.includes(field) && differs(field))

        if (clashing.length) {
          const refused = await refusal(send(lead, seen.version, typed))
          expect(refused).toMatchObject({ status: 409, code: 'version_conflict' })
          expect([...(refused.details!['fields'] as string[])].sort()).toEqual([...clashing].sort())
          const { data } = await ada.call(leadDetails.lead, { params: { id: lead.id } })
          expect(formOf(data)).toEqual(now.form)
        } else {
          const { data } = await send(lead, seen.version, typed)
          const stored = formOf(data)
          for (const field of FIELDS)
            expect([field, said(stored, field)]).toEqual([field, said(mine.includes(field) ? typed : now.form, field)])
          if (data.version !== now.version) versions.push({ version: data.version, form: stored })
        }
      }
    }),
    { numRuns: howMany(8, 30), seed: SEED },
  )
})

test('W3: of twenty who save at once from one version, each field is one writer’s, and each who was refused is told which', async () => {
  const lead = await newLead()
  const seen = formOf(lead)
  const typed = Array.from({ length: 20 }, (_, at): Form => {
    const field = TEXTS.filter((name) => name !== 'phone')[at % 5]!
    return { ...seen, [field]: `writer ${at}` }
  })

  const answers = await Promise.all(typed.map((form) => saved(lead, form)))

  const { data } = await ada.call(leadDetails.lead, { params: { id: lead.id } })
  const stored = formOf(data)
  expect(answers.filter((refused) => refused === undefined)).toHaveLength(5)
  answers.forEach((refused, at) => {
    const [field] = FIELDS.filter((name) => said(typed[at]!, name) !== said(seen, name))
    if (refused) expect(refused).toMatchObject({ code: 'version_conflict', details: { fields: [field] } })
    else expect(stored[field as (typeof TEXTS)[number]]).toBe(`writer ${at}`)
  })
})

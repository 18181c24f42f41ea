import { afterAll, expect, test } from 'vitest'
import { addLead } from '#contract/leads/add-lead.ts'
import { duplicates } from '#contract/leads/duplicates.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { leadImports } from '#contract/leads/imports.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { checkFile, HEADER, IMPORT_KEYS } from '#server/test/imports.ts'
import { workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const signIn = () => app.signIn({ can: [...IMPORT_KEYS, 'leads_merge', 'marketing_leads_add', 'marketing_leads_edit'] })
const products = [{ product_name: 'Hose', quantity: 1 }]
/** Each with an email of its own: not every phone here reaches somebody. */
const add = async (who: TestPerson, name: string, phone: string, country?: string) => {
  const email = `${name.replaceAll(/\W/g, '')}@mill.example`
  const { data } = await who.call(addLead.add, {
    body: { name, email, phone, products, ...(country ? { country } : {}) },
  })
  return data.enquiryId
}
const sameAs = async (who: TestPerson, id: number) =>
  (await who.call(duplicates.ofLead, { params: { id } })).data.leads.map(({ name, same }) => [name, same])

test('a number without a country is the same however it is written, in one company', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
  await add(eve, 'Eve’s', '030 901820')
  const first = await add(ada, 'First', '030 901820')
  await add(ada, 'Second', '(030) 90/18-20')
  await add(ada, 'Berlin', '030 901820', 'DE')
  await add(ada, 'Other', '030 901821')

  expect(await sameAs(ada, first)).toEqual([['Second', ['phone']]])
  const { data: typed } = await ada.call(duplicates.check, { body: { phone: '030-901820' } })
  expect(typed.leads.map(({ name }) => name)).toEqual(['Second', 'First'])
  await workOff(app)
  const { data: queue } = await ada.call(duplicates.list, { query: {} })
  expect(queue.map(({ leads }) => leads.map(({ name }) => name))).toEqual([['Second', 'First']])
})

test.each(['call me', '+49', '555 1234', '000 000 000', '0123456789', '12345678', 'ext. 030 901820', '9'.repeat(20)])(
  '%j, sent by two people, makes them nobody’s duplicates',
  async (phone) => {
    const ada = await signIn()
    const id = await add(ada, 'One', phone)
    await add(ada, 'Other', phone)

    expect(await sameAs(ada, id)).toEqual([])
    expect((await ada.call(duplicates.check, { body: { phone } })).data.total).toBe(0)
  },
)

test('a number that becomes readable, or another one, is compared as that', async () => {
  const ada = await signIn()
  const id = await add(ada, 'One', '030 901820')
  const other = await add(ada, 'Other', '030 901820')
  const berlin = await add(ada, 'Berlin', '+49 30 901820')
  const edit = (enquiryId: number, phone: string, country: string | null) =>
    ada.call(leadEdits.update, { body: { enquiryId, phone, country } })

  await edit(id, '030 901820', 'DE')
  expect(await sameAs(ada, id)).toEqual([['Berlin', ['phone']]])
  await edit(other, '040 901821', null)
  await edit(id, '040 901821', null)
  expect(await sameAs(ada, id)).toEqual([['Other', ['phone']]])
  expect(await sameAs(ada, berlin)).toEqual([])
})

test('an import tells of rows without a country that repeat a lead or one another', async () => {
  const ada = await signIn()
  await add(ada, 'Known', '030 901820')
  const rows = [
    'Repeats;;030/901820;;;;',
    'New;;040 901820;;;;',
    'Again;;040-901820;;;;',
    'Says nothing;one@mill.example;call me;;;;',
  ]

  const { id, counts } = await checkFile(
    app,
    ada,
    `${HEADER}\n${rows.join('\n')}\nSays nothing;two@mill.example;call me;;;;\n`,
  )

  expect(counts).toMatchObject({ rows: 5, added: 3, duplicates: 2 })
  expect((await ada.call(leadImports.rows, { params: { id }, query: {} })).data).toMatchObject([
    { row: 2, known_lead: { name: 'Known' } },
    { row: 4, known_row: 3 },
  ])
  await ada.call(leadImports.start, { body: { id } })
  await workOff(app)
  expect((await ada.call(leadImports.read, { params: { id } })).data.counts).toMatchObject({ added: 3, duplicates: 2 })
})

test('a number is found however it is written, read or not, in one company', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
  await add(eve, 'Eve’s', '030 901820')
  await add(ada, 'Unread', '030 901820')
  await add(ada, 'Berlin', '030 901820', 'DE')
  await add(ada, 'Other', '040 901820')
  await add(ada, 'Plant 2024-10-05', '050 777111')
  const found = async (search: string) =>
    (await ada.call(marketingLeads.list, { query: { search } })).data.map(({ name }) => name).sort()

  for (const text of ['030 901820', '030901820', ' (030) 90-18-20 '])
    expect(await found(text)).toEqual(['Berlin', 'Unread'])
  for (const text of ['+49 30 901820', '0049 30/901820', '+4930901820']) expect(await found(text)).toEqual(['Berlin'])
  for (const text of ['901820', '0 90']) expect(await found(text)).toContain('Unread')
  expect(await found('2024-10-05')).toEqual(['Plant 2024-10-05'])
  for (const text of ['00000000', '--------']) expect(await found(text)).toEqual([])
})

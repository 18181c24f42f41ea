import { afterAll, describe, expect, test } from 'vitest'
import { changes } from '#contract/platform/changes.ts'
import { enquiryChecks, PREVIEW_DAYS, type EnquiryChecks } from '#contract/leads/enquiry-checks.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead } from '#server/test/journey.ts'
import { ENQUIRY, openForm } from '#server/test/leads.ts'
import { textSignals } from './suspicion.ts'

const app = await startTestApp({ INTAKE_PER_MINUTE: '999999' })
afterAll(() => app.stop())

const manager = () =>
  app.signIn({ can: ['configuration_edit', 'marketing_leads_list', 'all_leads_list', 'lead_details_view'] })
const change = (mara: TestPerson, body: Partial<EnquiryChecks>) => mara.call(enquiryChecks.change, { body })

let sent = 0
const send = async (form: string, body: object) => {
  const answer = await app.send('POST', form, { ...ENQUIRY, email: `p${++sent}@mill.example`, ...body })
  expect(answer.status).toBe(202)
  return answer
}
const leadOf = async ({ companyId }: TestPerson, { json }: { json: { data: { reference: string } } }) =>
  (
    await app.sql(companyId, 'select * from leads where company_id = $1 and lead_no = $2', [
      companyId,
      json.data.reference,
    ])
  )[0]

describe('what is found in a text', () => {
  const found = (message: string, rules: { max_links?: number; words?: string[] }) =>
    textSignals(
      { name: 'Yuki', message, products: [] },
      { max_links: rules.max_links ?? null, words: rules.words ?? [] },
    )

  test.each([
    ['https://a.example and www.example.com', 1, ['2 links']],
    ['https://a.example and www.example.com', 2, []],
    ['<a href="https://a.example">a</a>', 0, ['1 link']],
    ['[url=http://a.example]a[/url]', 0, ['1 link']],
    ['Write to ann@mill.example, at 10.30, for 3.5 t of No.5', 0, []],
  ])('%j has more than %i links: %j', (message, max_links, signals) => {
    expect(found(message, { max_links })).toEqual(signals)
  })

  test.each([
    ['Best CASINO in town', 'casino', true],
    ['Best Cásino, in town', 'casino', true],
    ['ca\u200bsi\u00adno', 'Casino', true],
    ['Casinos', 'casino', false],
    ['seo-rank  up', 'SEO', true],
    ['Search  engine\noptimisation', 'search engine', true],
    ['这里有赌场优惠', '赌场', true],
    ['100% free', '100% free', true],
    ['a.b', 'a+b', false],
  ])('%j has the word %j: %s', (message, word, is) => {
    expect(found(message, { words: [word] })).toEqual(is ? [`“${word}”`] : [])
  })

  test('words are looked for in the name, the company and the products too', () => {
    const texts = { name: 'Casino Joe', company: 'Loan House', message: null, products: ['Pills'] }
    expect(textSignals(texts, { max_links: 0, words: ['casino', 'loan', 'pills', 'hose'] })).toEqual([
      '“casino”',
      '“loan”',
      '“pills”',
    ])
  })
})

describe('a submission with too many links, or with a word', () => {
  test('is taken as it is until the company sets rules, then goes to QA with what was found, of that company alone', async () => {
    const [mara, eve] = [await manager(), await manager()]
    const [form, foreign] = [await openForm(app, mara, 'text-form'), await openForm(app, eve, 'other-form')]
    const spam = { message: 'Cheap casino: https://a.example https://b.example' }
    expect(await leadOf(mara, await send(form, spam))).toMatchObject({ status: 'new', spam_signals: [] })

    await change(mara, { max_links: 1, words: ['Casino'] })
    const clean = await send(form, { message: 'Two hoses, please' })
    const answer = await send(form, spam)

    const seen = await leadOf(mara, answer)
    expect(seen).toMatchObject({ status: 'new', reason_code: null, spam_signals: ['2 links', '“Casino”'] })
    expect(await leadOf(mara, clean)).toMatchObject({ status: 'new', spam_signals: [] })
    expect(answer.json.message).toBe(clean.json.message)
    const id = Number(seen.id)
    const { data } = await mara.call(leadDetails.open, { body: { enquiryId: id } })
    expect(data.evidence.at(-1)).toMatchObject({ message: 'Possible spam', fact: '2 links, “Casino”' })
    expect(await leadOf(eve, await send(foreign, spam))).toMatchObject({ spam_signals: [] })
  })

  test('is invalid at once where the company says so, with its reason in the note and the history', async () => {
    const mara = await manager()
    const form = await openForm(app, mara, 'strict-form')
    await change(mara, { words: ['casino'], text_effect: 'auto_invalid', machine_effect: 'to_qa' })

    const lead = await leadOf(mara, await send(form, { message: 'A casino', fax: '1' }))

    const note = 'Suspicious text: “casino”'
    expect(lead).toMatchObject({
      status: 'invalid',
      reason_code: 'spam_or_bot',
      reason_note: note,
      spam_signals: ['a hidden field was filled in', '“casino”'],
    })
    expect(
      await app.sql(mara.companyId, `select reason from changes where entity = 'leads' and entity_id = $1`, [lead.id]),
    ).toEqual([{ reason: note }])
  })

  test('is one again after an undo of the rules', async () => {
    const mara = await manager()
    const form = await openForm(app, mara, 'undone-form')
    await change(mara, { words: ['casino'] })
    const { data } = await mara.call(changes.list, { query: { section: 'enquiry_checks' } })
    await mara.call(changes.undo, { body: { changeSet: data[0]!.change_set } })

    expect(await leadOf(mara, await send(form, { message: 'A casino' }))).toMatchObject({ spam_signals: [] })
  })
})

describe('the preview', () => {
  test('tells which submissions of late the rules would have found, those that QA validated first, and stores nothing', async () => {
    const [mara, eve] = [await manager(), await manager()]
    const [form, foreign] = [await openForm(app, mara, 'seen-form'), await openForm(app, eve, 'unseen-form')]
    const message = 'Our casino needs hoses'
    const valid = await leadOf(mara, await send(form, { name: 'Valid Vera', message }))
    const young = await leadOf(mara, await send(form, { name: 'Young Yuki', message: 'See https://a.example' }))
    const old = await leadOf(mara, await send(form, { name: 'Old Ona', message }))
    await send(form, { message: 'Hoses' })
    await send(foreign, { message })
    await putLead(app, mara, { name: 'By hand', message })
    await app.sql(
      mara.companyId,
      `update leads set status = case when id = $1 then 'valid' else status end,
        created_at = case when id = $2 then now() - make_interval(days => $3) else created_at end where id in ($1, $2)`,
      [valid.id, old.id, PREVIEW_DAYS + 1],
    )

    const { data } = await mara.call(enquiryChecks.preview, { body: { max_links: 0, words: ['casino'] } })

    expect(data).toMatchObject({ checked: 3, found: 2, valid: 1 })
    expect(data.examples.map(({ id, status, signals }) => [id, status, signals])).toEqual([
      [Number(valid.id), 'valid', ['“casino”']],
      [Number(young.id), 'new', ['1 link']],
    ])
    expect((await mara.call(enquiryChecks.now, {})).data).toMatchObject({ max_links: null, words: [] })
  })

  test('names no lead that the caller does not see, and is for people who keep the settings', async () => {
    const mara = await manager()
    const form = await openForm(app, mara, 'named-form')
    await send(form, { message: 'A casino' })
    const max = await app.signIn({ colleagueOf: mara, can: ['configuration_edit'] })
    const nia = await app.signIn({ colleagueOf: mara, can: ['marketing_leads_list'] })
    const body = { max_links: null, words: ['casino'] }

    expect((await max.call(enquiryChecks.preview, { body })).data).toMatchObject({ found: 1, examples: [] })
    await expect(nia.call(enquiryChecks.preview, { body })).rejects.toThrow('403')
  })
})

test.each([
  ['max_links', -1],
  ['max_links', 21],
  ['words', ['']],
  ['words', ['x'.repeat(61)]],
  ['words', Array.from({ length: 101 }, (_, at) => `word ${at}`)],
  ['text_effect', 'let_in'],
])('%s cannot be %j', async (field, value) => {
  const mara = await manager()
  const { status, json } = await mara.send('PUT', '/marketing/update_enquiry_checks', { [field]: value })
  expect([status, json.errors?.[0]?.field]).toEqual([400, expect.stringContaining(field)])
  expect((await mara.call(enquiryChecks.now, {})).data).toMatchObject({ max_links: null, words: [] })
})

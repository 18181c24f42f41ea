import { afterAll, describe, expect, test } from 'vitest'
import { MOST_FOUND, palette } from '#contract/leads/palette.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { uploadFile } from '#server/test/imports.ts'
import { putLead } from '#server/test/journey.ts'
import { everything } from '#server/test/lead-lists.ts'
import { merge, MERGE_KEYS } from '#server/test/merges.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const find = async (person: TestPerson, search: string) => (await person.call(palette.find, { query: { search } })).data
const namesIn = async (person: TestPerson, search: string) => (await find(person, search)).leads.map(({ name }) => name)
const open = (person: TestPerson, leadId: number) => person.call(palette.opened, { body: { leadId } })
const recent = async (person: TestPerson) => (await person.call(palette.recent, {})).data.map(({ id }) => id)
const stored = ({ companyId }: TestPerson) =>
  app.sql(
    companyId,
    'select person_id, lead_id::int from recent_leads where company_id = $1 order by opened_at, lead_id',
    [companyId],
  )

describe('leads', () => {
  test('are found by name, company, email, phone, message and product, in any order and spelling', async () => {
    const [ada, eve] = [await app.signIn(everything), await app.signIn(everything)]
    const lead = {
      name: 'Greta Hällström',
      company: 'Norrland Pumpar',
      email: 'greta@norrland.example',
      phone: '+46812345678',
      message: 'Delivery to Kiruna',
    }
    await putLead(app, ada, lead, [{ product_name: 'Gear pump', quantity: 1 }])
    await putLead(app, eve, { ...lead, name: 'Of Eve' })

    for (const text of ['hallstrom', 'pumpar greta', 'norrland.example', '08-123 456 78', 'kiruna', 'gear pump'])
      expect([text, await namesIn(ada, text)]).toEqual([text, ['Greta Hällström']])
    expect(await namesIn(ada, 'hallstrom nowhere')).toEqual([])
  })

  test('a number finds its lead first, whatever else has the number in its texts', async () => {
    const ada = await app.signIn(everything)
    const id = await putLead(app, ada, { name: 'Meant' })
    const [{ lead_no }] = await app.sql(ada.companyId, 'select lead_no::int from leads where id = $1', [id])
    for (let at = 0; at <= MOST_FOUND.leads; at++)
      await putLead(app, ada, { name: `Other ${at}`, message: `We ordered ${lead_no} pieces` })

    for (const text of [`${lead_no}`, `#${lead_no}`, `No. ${lead_no}`])
      expect([text, (await namesIn(ada, text))[0]]).toEqual([text, 'Meant'])
    expect(await namesIn(ada, `${lead_no}`)).toHaveLength(MOST_FOUND.leads)
  })

  test('are those that the caller sees on some list, each with what says on which', async () => {
    const ada = await app.signIn(everything)
    const mine = await app.signIn({ can: ['assigned_leads_list', 'valid_leads_list'], colleagueOf: ada })
    const none = await app.signIn({ colleagueOf: ada })
    await putLead(app, ada, { name: 'Free tanabe' })
    await putLead(app, ada, { name: 'Own tanabe', status: 'assigned', assigned_qa: mine.id })
    await putLead(app, ada, { name: 'Sold tanabe', status: 'valid', sales_person: mine.id })
    await putLead(app, ada, { name: 'Other tanabe', status: 'assigned', assigned_qa: ada.id })
    await putLead(app, ada, { name: 'Gone tanabe', deleted_at: new Date().toISOString() })
    await putLead(app, ada, { name: 'Registered tanabe', kind: 'registration', status: 'new' })

    expect((await namesIn(ada, 'tanabe')).toSorted()).toEqual([
      'Free tanabe',
      'Other tanabe',
      'Own tanabe',
      'Registered tanabe',
      'Sold tanabe',
    ])
    expect((await find(mine, 'tanabe')).leads.map(({ name, status, kind }) => [name, status, kind]).toSorted()).toEqual(
      [
        ['Own tanabe', 'assigned', 'enquiry'],
        ['Sold tanabe', 'valid', 'enquiry'],
      ],
    )
    expect(await find(none, 'tanabe')).toEqual({ leads: [], people: [], imports: [] })
  })
})

test('people are found by name and email by who may manage them, of the own company alone', async () => {
  const ada = await app.signIn({ can: ['people_manage'], name: 'Ada Zielinska' })
  const ben = await app.signIn({ can: ['marketing_leads_list'], colleagueOf: ada, name: 'Łukasz Zielinski' })
  await app.signIn({ can: ['people_manage'], name: 'Eve Zielinska' })

  expect((await find(ada, 'zielinsk')).people.map(({ name }) => name)).toEqual(['Ada Zielinska', 'Łukasz Zielinski'])
  expect((await find(ada, 'lukasz')).people.map(({ id }) => id)).toEqual([ben.id])
  expect((await find(ben, 'zielinsk')).people).toEqual([])
})

test('imports are found by the name of the file or of the person, by who may import such rows', async () => {
  const ada = await app.signIn({ can: ['leads_import'], name: 'Ada Importer' })
  const ben = await app.signIn({ can: ['master_products_edit', 'newsletter_edit'], colleagueOf: ada })
  const eve = await app.signIn({ can: ['leads_import'] })
  const { id } = await uploadFile(ada, 'Name;Email\nOne;one@mill.example\n', 'Messe Köln 2026.csv')

  for (const text of ['messe', 'koln messe', 'ada importer'])
    expect([text, (await find(ada, text)).imports]).toEqual([
      text,
      [{ id, entity: 'leads', file_name: 'Messe Köln 2026.csv', created_at: expect.any(String) }],
    ])
  expect((await find(ada, 'messe berlin')).imports).toEqual([])
  expect((await find(ben, 'messe')).imports).toEqual([])
  expect((await find(eve, 'messe')).imports).toEqual([])
})

test('a text that is missing, empty or too long finds nothing and is refused where it cannot be one', async () => {
  const ada = await app.signIn(everything)
  await putLead(app, ada)

  expect(await find(ada, '   ')).toEqual({ leads: [], people: [], imports: [] })
  for (const query of ['', `?search=${'x'.repeat(201)}`])
    expect(await ada.send('GET', `${palette.find.path}${query}`)).toMatchObject({
      status: 400,
      json: { errors: [{ field: 'search' }] },
    })
})

describe('leads opened last', () => {
  test('come newest first for the person who opened them, and each once', async () => {
    const ada = await app.signIn(everything)
    const ben = await app.signIn({ ...everything, colleagueOf: ada })
    const [one, two] = [await putLead(app, ada), await putLead(app, ada)]
    for (const id of [one, two, one]) await open(ada, id)
    await open(ben, two)

    expect(await recent(ada)).toEqual([one, two])
    expect(await recent(ben)).toEqual([two])
    expect(await stored(ada)).toHaveLength(3)
  })

  test('are offered as long as the person sees them; a merged one is the lead that it is part of now', async () => {
    const ada = await app.signIn({ can: [...everything.can, ...MERGE_KEYS] })
    const ben = await app.signIn({ can: ['assigned_leads_list'], colleagueOf: ada })
    const own = await putLead(app, ada, { status: 'assigned', assigned_qa: ben.id })
    const [winner, loser] = [await putLead(app, ada, { name: 'Winner' }), await putLead(app, ada)]
    await open(ben, own)
    for (const id of [loser, own]) await open(ada, id)

    await app.sql(ada.companyId, 'update leads set assigned_qa = $2 where id = $1', [own, ada.id])
    await merge(ada, winner, loser)

    expect(await recent(ben)).toEqual([])
    expect(await recent(ada)).toEqual([own, winner])
  })

  test('another company’s lead, and one that the person does not see, is remembered for nobody', async () => {
    const [ada, eve] = [await app.signIn(everything), await app.signIn(everything)]
    const ben = await app.signIn({ can: ['assigned_leads_list'], colleagueOf: ada })
    const id = await putLead(app, ada)

    for (const person of [eve, ben]) await expect(open(person, id)).rejects.toThrow('404 Lead not found')
    expect(await ada.send('PUT', palette.opened.path, { leadId: 'x' })).toMatchObject({
      status: 400,
      json: { errors: [{ field: 'leadId' }] },
    })
    expect([await stored(ada), await stored(eve)]).toEqual([[], []])
  })

  test('only so many are stored and shown, the newest', async () => {
    const ada = await app.signIn(everything)
    const ids: number[] = []
    for (let at = 0; at < 32; at++) ids.push(await putLead(app, ada))
    for (const id of ids) await open(ada, id)

    expect(await recent(ada)).toEqual(ids.toReversed().slice(0, MOST_FOUND.recent))
    expect((await stored(ada)).map(({ lead_id }) => lead_id)).toEqual(ids.slice(2))
  })
})

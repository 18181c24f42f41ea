import { afterAll, describe, expect, test } from 'vitest'
import { changes } from '#contract/platform/changes.ts'
import { duplicates } from '#contract/leads/duplicates.ts'
import { enquiryChecks, type EnquiryChecks } from '#contract/leads/enquiry-checks.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead } from '#server/test/journey.ts'
import { ENQUIRY, openForm, workOff } from '#server/test/leads.ts'

const app = await startTestApp({ INTAKE_PER_MINUTE: '999999' })
afterAll(() => app.stop())

const USUAL = {
  person_days: 90,
  fill_seconds: 1.5,
  machine_effect: 'auto_invalid',
  max_links: null,
  words: [],
  text_effect: 'to_qa',
  phone_country: null,
}
const manager = () =>
  app.signIn({
    can: ['configuration_edit', 'leads_merge', 'marketing_leads_list', 'registration_leads_list', 'lead_details_view'],
  })
const change = async (mara: TestPerson, body: Partial<EnquiryChecks>) =>
  (await mara.call(enquiryChecks.change, { body })).data
const now = async (who: TestPerson) => (await who.call(enquiryChecks.now, {})).data
const rows = (mara: TestPerson) =>
  app.sql(
    mara.companyId,
    'select person_days, fill_seconds, machine_effect from enquiry_checks where company_id = $1',
    [mara.companyId],
  )
const history = async (mara: TestPerson) =>
  (await mara.call(changes.list, { query: { section: 'enquiry_checks' } })).data
/** The newest of the changes is the first. */
const undo = async (mara: TestPerson, place: 0 | -1 = 0) =>
  mara.call(changes.undo, { body: { changeSet: (await history(mara)).at(place)!.change_set } })

describe('how enquiries are checked', () => {
  test('is as usual until somebody changes it, of one company alone, and an undo brings it back', async () => {
    const [mara, eve] = [await manager(), await manager()]
    expect(await now(mara)).toEqual(USUAL)
    expect(await change(mara, {})).toEqual(USUAL)
    expect(await change(mara, { person_days: 90 })).toEqual(USUAL)
    expect(await rows(mara)).toEqual([])

    expect(await change(mara, { person_days: 30 })).toEqual({ ...USUAL, person_days: 30 })
    expect(await change(mara, { machine_effect: 'to_qa' })).toEqual({
      ...USUAL,
      person_days: 30,
      machine_effect: 'to_qa',
    })

    expect(await rows(mara)).toEqual([{ person_days: 30, fill_seconds: 1.5, machine_effect: 'to_qa' }])
    expect(await now(eve)).toEqual(USUAL)
    expect(await history(eve)).toEqual([])
    expect((await history(mara)).map(({ act, not_undoable }) => [act, not_undoable])).toEqual([
      ['enquiry-checks.change', null],
      ['enquiry-checks.change', null],
    ])
    await undo(mara)
    expect(await rows(mara)).toEqual([{ person_days: 30, fill_seconds: 1.5, machine_effect: 'auto_invalid' }])
  })

  test.each([
    ['person_days', 6],
    ['person_days', 366],
    ['person_days', 30.5],
    ['fill_seconds', -0.5],
    ['fill_seconds', 31],
    ['fill_seconds', 1.7],
    ['machine_effect', 'let_in'],
  ])('%s cannot be %j', async (field, value) => {
    const mara = await manager()
    const { status, json } = await mara.send('PUT', '/marketing/update_enquiry_checks', { [field]: value })
    expect([status, json.errors?.[0]?.field]).toEqual([400, expect.stringContaining(field)])
    expect(await rows(mara)).toEqual([])
  })

  test('is read by everybody and changed by whoever keeps the settings', async () => {
    const mara = await manager()
    const max = await app.signIn({ colleagueOf: mara, can: [] })
    expect(await now(max)).toEqual(USUAL)
    await expect(change(max, { person_days: 30 })).rejects.toThrow('403 You need the permission configuration_edit')
  })
})

describe('the same person of the same company', () => {
  const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const came = (mara: TestPerson, days: number, name = 'Noor Pair') =>
    putLead(app, mara, { name, company: 'Pair GmbH', email: null, created_at: day(days) })
  const groups = async (mara: TestPerson) => {
    await workOff(app)
    const { data } = await mara.call(duplicates.list, { query: {} })
    return data.map(({ leads }) => leads.map(({ id }) => id).sort((one, other) => one - other))
  }
  const others = async (mara: TestPerson, id: number) =>
    (await mara.call(duplicates.ofLead, { params: { id } })).data.total

  test('counts within the days that are set: on the lead at once, and the groups follow, both ways and by an undo', async () => {
    const [mara, eve] = [await manager(), await manager()]
    const [old, middle, young] = [await came(mara, 120), await came(mara, 60), await came(mara, 0)]
    const [far, near] = [await came(mara, 200, 'Ina Else'), await came(mara, 0, 'Ina Else')]
    const foreign = [await came(eve, 120), await came(eve, 0)]
    expect(await groups(mara)).toEqual([[old, middle, young]])

    await change(mara, { person_days: 30 })
    expect(await others(mara, middle)).toBe(0)
    expect(await groups(mara)).toEqual([])

    await change(mara, { person_days: 365 })
    expect(await others(mara, old)).toBe(2)
    expect(await groups(mara)).toEqual([
      [far, near],
      [old, middle, young],
    ])

    await undo(mara)
    expect(await groups(mara)).toEqual([])
    await undo(mara, -1)
    expect((await groups(mara)).flat()).toEqual([old, middle, young])
    expect(await groups(eve)).toEqual([])
    expect(await others(eve, foreign[0]!)).toBe(0)
    expect(await app.owner.query('select from duplicate_sweeps')).toMatchObject({ rowCount: 0 })
  })

  test('who shares an email as well stays together, whatever the days', async () => {
    const mara = await manager()
    const ids = []
    for (const days of [80, 0])
      ids.push(
        await putLead(app, mara, { name: 'Noor', company: 'Pair', email: 'noor@pair.example', created_at: day(days) }),
      )
    await change(mara, { person_days: 7 })
    expect(await groups(mara)).toEqual([ids])
  })

  test('days that change again before the groups have followed: they follow to what holds in the end', async () => {
    const mara = await manager()
    const ids = [await came(mara, 100), await came(mara, 0)]
    await groups(mara)
    await change(mara, { person_days: 200 })
    await change(mara, { person_days: 50 })
    await change(mara, { person_days: 101 })
    expect(await groups(mara)).toEqual([ids])
  })
})

describe('an enquiry with which a machine gave itself away', () => {
  let sent = 0
  const send = async (url: string, body: object) => {
    const answer = await app.send('POST', url, { ...ENQUIRY, email: `p${++sent}@mill.example`, ...body })
    expect(answer.status).toBe(202)
    return answer.json.data.reference
  }
  const lead = async ({ companyId }: TestPerson, leadNo: string) =>
    (await app.sql(companyId, 'select * from leads where company_id = $1 and lead_no = $2', [companyId, leadNo]))[0]

  test('goes to QA where the company wants to see it, with what gave it away', async () => {
    const [mara, eve] = [await manager(), await manager()]
    const [form, foreign] = [await openForm(app, mara, 'mara-form'), await openForm(app, eve, 'eve-form')]
    expect(await lead(mara, await send(form, { fax: '1' }))).toMatchObject({ status: 'invalid' })

    await change(mara, { machine_effect: 'to_qa' })
    const seen = await lead(mara, await send(form, { fax: '1' }))

    expect(seen).toMatchObject({ status: 'new', reason_code: null, spam_signals: ['a hidden field was filled in'] })
    const id = Number(seen.id)
    expect(await app.sql(mara.companyId, `select list from assignment_queue where lead_id = $1`, [id])).toEqual([
      { list: 'qa' },
    ])
    expect(
      await app.sql(mara.companyId, `select reason from changes where entity = 'leads' and entity_id = $1`, [id]),
    ).toEqual([{ reason: 'Possible spam: a hidden field was filled in' }])
    const { data } = await mara.call(leadDetails.open, { body: { enquiryId: id } })
    expect(data.lead.spam_signals).toEqual(['a hidden field was filled in'])
    expect(data.evidence.at(-1)).toEqual({
      check: 'machine',
      verdict: 'unclear',
      message: 'Possible spam',
      fact: 'a hidden field was filled in',
    })
    expect(data.checklist.items.find(({ item }) => item === 3)).toMatchObject({ suggested: 'not_sure' })
    const { data: list } = await mara.call(marketingLeads.list, { query: {} })
    expect(list.find((each) => each.id === id)?.spam_signals).toEqual(seen.spam_signals)
    expect(await lead(eve, await send(foreign, { fax: '1' }))).toMatchObject({ status: 'invalid' })
  })

  test('a restricted domain holds it back all the same', async () => {
    const mara = await manager()
    const form = await openForm(app, mara, 'held-form')
    await app.sql(
      mara.companyId,
      `insert into restricted_domains (company_id, domain_name) values ($1, 'bad.example')`,
      [mara.companyId],
    )
    await change(mara, { machine_effect: 'to_qa' })
    const held = await lead(mara, await send(form, { fax: '1', email: 'x@bad.example' }))
    expect(held).toMatchObject({ status: 'new', spam_signals: ['a hidden field was filled in'] })
    expect(held.quarantined_by).not.toBeNull()
  })
})

import { afterAll, expect, test } from 'vitest'
import { changes } from '#contract/platform/changes.ts'
import { configuration } from '#contract/leads/configuration.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { acceptancesOf } from '#server/test/acceptances.ts'
import { startTestApp } from '#server/test/app.ts'
import { contradictions } from '#server/test/checker.ts'
import { storedLead, workOffTogether } from '#server/test/journey.ts'
import { MANAGER_KEYS, putOnList, workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { team, give, late, told, rows } = acceptancesOf(app)

test('nobody looks until somebody sets a time; then the rep is reminded once, the lead goes on once, and the managers are told', async () => {
  const { mara, rosa, sam } = await team(null)
  await give(mara, rosa)
  expect(await rows(mara)).toEqual([])
  await mara.call(configuration.setRouting, { body: { acceptance_minutes: 30 } })
  const id = await give(mara, rosa)
  await putOnList(app, sam, 'sales')
  await workOff(app)
  expect(await told(rosa)).toEqual([])

  await late(mara)
  expect(await told(rosa)).toEqual(['Yuki Tanabe is waiting for you to accept it'])
  expect(await storedLead(app, id)).toMatchObject({ sales_person: rosa.id })

  await late(mara)
  expect(await storedLead(app, id)).toMatchObject({ sales_person: sam.id })
  expect(await told(rosa)).toEqual([])
  const { data: why } = await sam.call(leadDetails.decisions, { params: { id } })
  expect(why.decisions[0]).toMatchObject({
    mode: 'auto',
    chosen: { name: 'Sam' },
    why: 'Rosa did not accept it in time. You were the only eligible person.',
    considered: [{ staff: { name: 'Rosa' }, reason: 'did not accept it in time' }, { staff: { name: 'Sam' } }],
  })
  const [act] = (await mara.call(leadDetails.history, { params: { id }, query: {} })).data
  expect(act).toMatchObject({ act: 'auto-assign-sales.passOn', reason: 'It was not accepted in time' })
  expect(await told(mara)).toEqual([])

  await late(mara)
  expect(await told(sam)).toEqual(['Yuki Tanabe is waiting for you to accept it'])
  await late(mara)
  await late(mara)

  expect(await told(mara)).toEqual(['Yuki Tanabe was not accepted in time'])
  expect(await storedLead(app, id)).toMatchObject({ sales_person: sam.id })
  expect(await rows(mara)).toEqual([
    { staff_id: rosa.id, passed_on: false, due: false, reminded: true, opened: false, escalated: false },
    { staff_id: sam.id, passed_on: true, due: false, reminded: true, opened: false, escalated: true },
  ])
  expect(await contradictions(app.owner)).toEqual([])
})

test('opening the lead accepts it, and so do a comment and a step of the enquiry; a colleague’s do not', async () => {
  const { mara, rosa, sam } = await team()
  const [opened, commented, moved, passedBy] = [
    await give(mara, rosa),
    await give(mara, rosa),
    await give(mara, rosa),
    await give(mara, rosa),
  ]
  await putOnList(app, sam, 'sales')
  await rosa.call(validLeads.accept, { body: { enquiryId: opened } })
  await rosa.call(leadDetails.comment, { body: { leadId: commented, comment: 'I call them' } })
  await rosa.call(validLeads.setEnquiryStatus, { body: { enquiryId: moved, enquiry_status: 'contacted' } })
  await mara.call(validLeads.accept, { body: { enquiryId: passedBy } })
  await expect(sam.call(validLeads.accept, { body: { enquiryId: passedBy } })).rejects.toThrow('404 Lead not found')

  await late(mara)
  await late(mara)

  for (const id of [opened, commented, moved])
    expect(await storedLead(app, id)).toMatchObject({ sales_person: rosa.id })
  expect(await storedLead(app, passedBy)).toMatchObject({ sales_person: sam.id })
  expect((await mara.call(leadDetails.decisions, { params: { id: opened } })).data.acceptance).toMatchObject({
    opened_at: expect.any(String),
    reminded_at: null,
    due_at: null,
  })
  const [act] = (await mara.call(leadDetails.history, { params: { id: opened }, query: {} })).data
  expect(act).toMatchObject({ act: 'valid-leads.accept', actor: { name: 'Rosa' } })
})

test('where nobody else can take it the lead stays with its rep, and the managers are told', async () => {
  const { mara, rosa } = await team()
  const eve = await team()
  const id = await give(mara, rosa)
  const theirs = await give(eve.mara, eve.rosa)

  await late(mara)
  await late(mara)

  expect(await storedLead(app, id)).toMatchObject({ sales_person: rosa.id })
  expect(await told(mara)).toEqual(['Yuki Tanabe was not accepted in time'])
  expect(await rows(mara)).toMatchObject([{ staff_id: rosa.id, due: false, escalated: true }])
  expect(await told(eve.mara)).toEqual([])
  expect(await rows(eve.mara)).toMatchObject([{ due: true, reminded: false }])
  expect(await storedLead(app, theirs)).toMatchObject({ sales_person: eve.rosa.id })
})

test('several nodes that look at once take each step once', async () => {
  const { mara, rosa, sam } = await team()
  await putOnList(app, sam, 'sales')
  const ids = []
  for (let at = 0; at < 5; at++) ids.push(await give(mara, rosa))
  const together = async () => {
    await app.owner.query(
      `insert into identity.due (company_id, kind, at) select $1, 'acceptance', now() from generate_series(1, 8)`,
      [mara.companyId],
    )
    await workOffTogether(app, 4)
  }

  await late(mara, together)
  await late(mara, together)

  for (const id of ids) expect(await storedLead(app, id)).toMatchObject({ sales_person: sam.id })
  const { rows: counts } = await app.owner.query(
    `select (select count(*)::int from notifications where company_id = $1 and kind = 'acceptance') as told,
       (select count(*)::int from assignment_decisions where company_id = $1 and occasion = 'not_accepted') as decided,
       (select count(*)::int from lead_acceptances where company_id = $1) as acceptances`,
    [mara.companyId],
  )
  expect(counts).toEqual([{ told: 1, decided: 5, acceptances: 10 }])
  expect(await contradictions(app.owner)).toEqual([])
})

test('a lead that went on is put back by an undo, and is not taken away again; opening it stands in nobody’s way', async () => {
  const { mara, rosa, sam } = await team()
  const id = await give(mara, rosa)
  await putOnList(app, sam, 'sales')
  await late(mara)
  await late(mara)
  await sam.call(validLeads.accept, { body: { enquiryId: id } })
  const history = (await mara.call(leadDetails.history, { params: { id }, query: {} })).data
  const changeSet = history.find(({ act }) => act === 'auto-assign-sales.passOn')!.change_set

  await mara.call(changes.undo, { body: { changeSet } })
  await late(mara)

  expect(await storedLead(app, id)).toMatchObject({ sales_person: rosa.id })
  expect(await told(mara)).toEqual([])
})

test('the time is working time: by the rep’s hours, else by the company’s calendar', async () => {
  const { mara, rosa, sam } = await team(60)
  const open = (from: string, to: string) => Array.from({ length: 7 }, () => [[from, to]] as [string, string][])
  const calendar = async (name: string, week: [string, string][][]) =>
    (await mara.call(configuration.addCalendar, { body: { name, time_zone: 'UTC', week, holidays: [] } })).data.id
  await calendar('Always', open('00:00', '24:00'))
  const never = await calendar(
    'Closed',
    open('00:00', '24:00').map(() => []),
  )
  await app.sql(mara.companyId, 'update assignment_entries set calendar_id = $1 where staff_id = $2', [never, rosa.id])

  await give(mara, rosa)
  await give(mara, sam)

  const due = await app.sql(
    mara.companyId,
    'select staff_id, extract(epoch from due_at - given_at)::int as seconds from lead_acceptances where company_id = $1 order by id',
    [mara.companyId],
  )
  expect(due).toEqual([
    { staff_id: rosa.id, seconds: null },
    { staff_id: sam.id, seconds: 3600 },
  ])
})

test('switched off, nothing is due any more; whoever takes a lead themselves has accepted it', async () => {
  const { mara, rosa, sam } = await team()
  const id = await give(mara, rosa)
  const boss = await app.signIn({ can: [...MANAGER_KEYS], colleagueOf: mara, name: 'Bea' })
  await give(boss, boss)
  await putOnList(app, sam, 'sales')
  expect(await rows(mara)).toHaveLength(1)

  await mara.call(configuration.setRouting, { body: { acceptance_minutes: null } })
  await late(mara)
  await late(mara)

  expect(await rows(mara)).toMatchObject([{ due: false, reminded: false }])
  expect(await storedLead(app, id)).toMatchObject({ sales_person: rosa.id })
})

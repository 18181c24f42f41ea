import { afterAll, beforeAll, expect, test } from 'vitest'
import { allLeads } from '#contract/leads/all-leads.ts'
import { bulk } from '#contract/leads/bulk.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { changes } from '#contract/platform/changes.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'
import { actsOf, UNDO_KEYS } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { madeBy } = actsOf(app)

const COMMENT = 'lead-details.comment'
const TAKE = 'all-leads.assignToMe'
const CAN = UNDO_KEYS
const comment = (person: TestPerson, lead: number) =>
  madeBy(person, person.call(leadDetails.comment, { body: { leadId: lead, comment: 'Called' } }))
const take = (person: TestPerson, ...leadIds: number[]) =>
  madeBy(person, person.call(allLeads.assignToMe, { body: { leadIds } }))

let ada: TestPerson
let ben: TestPerson
let boss: TestPerson
let leads: number[]
/** The change sets by who made them and what they are. */
let sets: Record<'adaComments' | 'adaTakes' | 'benComments', string>

beforeAll(async () => {
  ada = await app.signIn({ can: CAN, name: 'Ada' })
  ben = await app.signIn({ can: CAN, name: 'Ben', colleagueOf: ada })
  boss = await app.signIn({ can: [...CAN, 'changes_undo_others'], name: 'Boss', colleagueOf: ada })
  leads = [await putLead(app, ada), await putLead(app, ada), await putLead(app, ada)]
  sets = {
    adaComments: await comment(ada, leads[0]!),
    adaTakes: await take(ada, leads[0]!),
    benComments: await comment(ben, leads[1]!),
  }
})

const setsOf = async (person: TestPerson, query: QueryOf<typeof changes.list>) =>
  (await person.call(changes.list, { query })).data.map(({ change_set }) => change_set)
const dayOf = async (offset: number) =>
  String((await app.owner.query(`select (now() at time zone 'UTC')::date + ${offset} as day`)).rows[0].day).slice(0, 10)

test('changes are filtered by person and by act, together too', async () => {
  expect(await setsOf(boss, { person: ada.id })).toEqual([sets.adaTakes, sets.adaComments])
  expect(await setsOf(boss, { by: 'people', act: COMMENT })).toEqual([sets.benComments, sets.adaComments])
  expect(await setsOf(boss, { person: ben.id, act: COMMENT })).toEqual([sets.benComments])
  expect(await setsOf(boss, { person: ben.id, act: TAKE })).toEqual([])
  expect(await setsOf(ada, { act: COMMENT })).toEqual([sets.adaComments])
})

test('an act stands for all that are called alike', async () => {
  const { data: chosen } = await boss.call(bulk.select, { body: { list: 'marketing', leadIds: [leads[2]!] } })
  await boss.call(bulk.assign, { body: { selection: chosen.id, staffId: ben.id } })
  await workOff(app)
  const acts = (await boss.call(changes.list, { query: { by: 'people', act: 'bulk.assign' } })).data
  expect(acts.map(({ did }) => did)).toEqual(['Assigned *'])
  expect(acts[0]).toMatchObject({ act: 'bulk.assign', about: { label: expect.stringMatching(/^No\. \d+$/) } })
  expect(await setsOf(boss, { act: 'marketing-leads.assign', by: 'people' })).toEqual(acts.map((one) => one.change_set))
})

test('changes are filtered by whole days of the caller, and wrong days are refused', async () => {
  const [yesterday, today, tomorrow] = [await dayOf(-1), await dayOf(0), await dayOf(1)]
  await app.owner.query(`update changes set at = at - interval '1 day' where change_set = $1`, [sets.adaComments])

  expect(await setsOf(boss, { person: ada.id, from_date: today, to_date: today })).toEqual([sets.adaTakes])
  expect(await setsOf(boss, { person: ada.id, to_date: yesterday })).toEqual([sets.adaComments])
  expect(await setsOf(boss, { person: ada.id, from_date: tomorrow })).toEqual([])
  await expect(setsOf(boss, { from_date: today, to_date: yesterday })).rejects.toThrow(
    '400 from_date is after to_date. Swap them',
  )
  await expect(setsOf(boss, { from_date: '2026-02-31' })).rejects.toThrow('400 from_date is not a valid date')
})

test('what rules did is apart from what people did', async () => {
  await app.owner.query(`update changes set actor_kind = 'rule', actor_id = null where change_set = $1`, [
    sets.benComments,
  ])
  const people = await setsOf(boss, { by: 'people' })
  const machine = await setsOf(boss, { by: 'machine' })
  expect(machine).toContain(sets.benComments)
  expect(people).toContain(sets.adaTakes)
  expect(people.filter((each) => machine.includes(each))).toEqual([])
  const all = await setsOf(boss, { by: 'everybody', limit: 100 })
  expect(all.toSorted()).toEqual([...people, ...machine].toSorted())
})

test('pages of a filtered list have each act once, in order', async () => {
  const made: string[] = []
  for (let at = 0; at < 5; at++) {
    made.unshift(await comment(ada, leads[at % 3]!))
    await comment(ben, leads[at % 3]!)
  }
  const seen: string[] = []
  let before: number | null | undefined
  do {
    const query = { person: ada.id, act: COMMENT, from_date: await dayOf(0), limit: 2, ...(before ? { before } : {}) }
    const page = await boss.call(changes.list, { query })
    seen.push(...page.data.map(({ change_set }) => change_set))
    before = page.next
  } while (before)
  expect(seen).toEqual(made)
})

test('an act on several things names the first few of those that the caller may see', async () => {
  const { data: chosen } = await boss.call(bulk.select, { body: { list: 'marketing', leadIds: leads } })
  await boss.call(bulk.assign, { body: { selection: chosen.id, staffId: boss.id } })
  await workOff(app)
  const blind = await app.signIn({ can: ['changes_undo_others', 'valid_leads_list'], colleagueOf: ada })

  const newest = async (person: TestPerson) =>
    (await person.call(changes.list, { query: { person: boss.id, limit: 1 } })).data[0]!
  const { about, among } = await newest(boss)
  expect(about).toBeNull()
  expect(among.map(({ id }) => id).toSorted()).toEqual(leads.toSorted())
  expect(among[0]).toMatchObject({ entity: 'leads', name: 'Yuki Tanabe', label: expect.stringMatching(/^No\. \d+$/) })
  expect((await newest(blind)).among).toEqual([])
})

test('the choices are the company’s recent acts and people; without the right, one’s own acts', async () => {
  const { acts, people } = (await boss.call(changes.choices, {})).data
  expect(people.map(({ name }) => name)).toEqual(['Ada', 'Ben', 'Boss'])
  expect(acts.map(({ did }) => did)).toEqual(expect.arrayContaining(['Commented on *', 'Assigned *']))
  expect(new Set(acts.map(({ did }) => did)).size).toBe(acts.length)
  const own = (await ben.call(changes.choices, {})).data
  expect(own).toEqual({ acts: [expect.objectContaining({ act: COMMENT })], people: [] })
})

test('others’ changes take their permission, and another company sees none of them', async () => {
  for (const query of [{ person: ben.id }, { by: 'people' }, { by: 'machine' }] as const)
    await expect(setsOf(ada, query)).rejects.toThrow('403 You need the permission changes_undo_others')
  expect(await setsOf(ada, { person: ada.id })).toContain(sets.adaTakes)

  const eve = await app.signIn({ can: [...CAN, 'changes_undo_others'] })
  expect(await setsOf(eve, { person: ada.id })).toEqual([])
  expect(await setsOf(eve, { by: 'people' })).toEqual([])
  expect((await eve.call(changes.choices, {})).data).toEqual({ acts: [], people: [] })
})

import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { allLeads } from '#contract/leads/all-leads.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { recordDecisions } from '#server/leads/assignment/record.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { startTestApp, type TestPerson } from '../app.ts'
import { contradictions } from '../checker.ts'
import { deadlocksIn, explainDeadlocks } from '../deadlocks.ts'
import { figure } from '../figures.ts'
import { putLead, refusal, type Refusal } from '../journey.ts'
import { MANAGER_KEYS } from '../leads.ts'
import { randomFrom, SEED } from '../random.ts'

const ROUNDS = howMany(4, 50, 'CLAIMS')
const PEOPLE = 200
const PLANTED = 100

const app = await startTestApp()
afterAll(() => app.stop())
await explainDeadlocks(app.owner)

const many = async (count: number, can: NonNullable<Parameters<typeof app.signIn>[0]>['can'] = []) => {
  const first = await app.signIn({ can })
  return [
    first,
    ...(await Promise.all(Array.from({ length: count - 1 }, () => app.signIn({ can, colleagueOf: first })))),
  ]
}

test('W1: of 200 who ask for a lead at once one gets it, and 199 are told who', async () => {
  const people = await many(PEOPLE, [
    'all_leads_list',
    'all_leads_assign_to_me',
    'assigned_leads_list',
    'assigned_leads_edit_status',
  ])
  const [first] = people
  const byId = new Map(people.map((person) => [person.id, person]))
  let winners = 0
  let told = 0
  let asked = 0

  for (let round = 0; round < ROUNDS; round++) {
    const id = await putLead(app, first!, {}, [])
    const ask = async (person: TestPerson): Promise<{ person: TestPerson; refused?: Refusal }> => {
      asked++
      const outcome = await refusal(person.call(allLeads.assignToMe, { body: { leadIds: [id] } })).catch(
        () => undefined,
      )
      // Told to come back: the pool is shorter than the queue before it.
      if (outcome?.status === 503) return ask(person)
      return outcome ? { person, refused: outcome } : { person }
    }
    const answers = await Promise.all(people.map(ask))
    const won = answers.filter(({ refused }) => !refused)
    expect(won).toHaveLength(1)
    const winner = won[0]!.person
    expect(byId.has(winner.id)).toBe(true)
    for (const { refused } of answers)
      if (refused) {
        expect(refused).toMatchObject({
          status: 409,
          code: 'held',
          details: { refused: [{ leadId: id, holder: { id: winner.id } }] },
        })
        expect(refused.message).toMatch(/^Person \d+ owns this lead$/)
        told++
      }
    winners++
  }

  const { rows } = await app.owner.query(
    `
    select count(*)::int as events, count(distinct root_id)::int as leads from changes where entity = 'leads' and fields ? 'assigned_qa' and company_id = $1`,
    [first!.companyId],
  )
  expect(rows).toEqual([{ events: ROUNDS, leads: ROUNDS }])
  expect(await contradictions(app.owner)).toEqual([])
  figure(
    `W1: ${winners} leads × ${PEOPLE} people: ${winners} winners, ${told} told by whom, ${asked - PEOPLE * ROUNDS} asked again`,
  )
})

test('W1: eight people who assign overlapping sets of leads wait for one another, never in a circle', async () => {
  const people = await many(8, MANAGER_KEYS)
  const next = randomFrom(SEED)
  const ids: number[] = []
  for (let at = 0; at < 300; at++) ids.push(await putLead(app, people[0]!, {}, []))
  const some = () => ids.toSorted(() => next() - 0.5).slice(0, 40)
  let given = 0
  let busy = 0

  const work = async (person: TestPerson, at: number) => {
    for (let round = 0; round < 20; round++) {
      const body = { leadIds: some(), staffId: people[(at + round) % people.length]!.id }
      const answer =
        round % 2
          ? person.call(marketingLeads.assign, { body })
          : person.call(allLeads.assignToMe, { body: { leadIds: body.leadIds } })
      const outcome = await answer.catch((error: { status: number; failure: Refusal }) => error)
      if ('data' in outcome) given += outcome.data.assigned.length
      else if (outcome.status === 503) busy++
      else expect([outcome.status, outcome.failure.code]).toEqual([409, 'held'])
    }
  }
  await Promise.all(people.map(work))

  const { rows: decisions } = await app.owner.query(
    'select count(*)::int from assignment_decisions where company_id = $1',
    [people[0]!.companyId],
  )
  expect(await deadlocksIn(app.owner)).toEqual([])
  expect(decisions).toEqual([{ count: given }])
  expect(await contradictions(app.owner)).toEqual([])
  figure(
    `W1: 8 people, 160 sets of 40 out of 300 leads: ${given} assignments, ${busy} told to come back, 0 deadlocks (seed ${SEED})`,
  )
})

test('Q4: of eight who take 300 leads one by one at the same time, each lead goes to one', async () => {
  const people = await many(8, [
    'all_leads_list',
    'all_leads_assign_to_me',
    'assigned_leads_list',
    'assigned_leads_edit_status',
  ])
  const ids: number[] = []
  for (let at = 0; at < 300; at++) ids.push(await putLead(app, people[0]!, {}, []))
  let won = 0

  const take = async (person: TestPerson) => {
    for (const id of ids) {
      const refused = await refusal(person.call(allLeads.assignToMe, { body: { leadIds: [id] } })).catch(
        () => undefined,
      )
      if (refused) expect(refused).toMatchObject({ status: 409, code: 'held' })
      else won++
    }
  }
  await Promise.all(people.map(take))

  expect(won).toBe(300)
  expect(await contradictions(app.owner)).toEqual([])
  figure('Q4: 300 leads × 8 people: 300 winners')
})

/** What must never be written: reads who holds the lead, then assigns it, with nothing in between held fast. */
const naiveAssign = (person: TestPerson, id: number, seen: () => Promise<void>) =>
  app.services.tenants.write(
    person.companyId,
    { kind: 'person', id: person.id, channel: 'api', act: 'naive' },
    async (tenant) => {
      const { rows } = await sql<{
        assigned_qa: number | null
      }>`select assigned_qa from leads where company_id = ${tenant.companyId} and id = ${id}`.execute(tenant.db)
      await seen()
      if (rows[0]?.assigned_qa !== null) return false
      await sql`update leads set assigned_qa = ${person.id}, assigned_how = 'self', status = 'assigned' where company_id = ${tenant.companyId} and id = ${id}`.execute(
        tenant.db,
      )
      await recordDecisions(tenant, [
        {
          lead_id: id,
          list: 'qa',
          mode: 'self',
          chosen: person.id,
          replaced: null,
          considered: [],
          tie_break: null,
          sticky: null,
          most_credit: null,
        },
      ])
      return true
    },
  )

test('Q4: an assignment that reads first and locks nothing gives leads to two people, and the checker finds each of them', async () => {
  const people = await many(8, MANAGER_KEYS)
  const twice: number[] = []

  for (let round = 0; round < PLANTED; round++) {
    const id = await putLead(app, people[0]!, {}, [])
    const won = await Promise.all(people.map((person) => naiveAssign(person, id, () => setImmediate())))
    if (won.filter(Boolean).length > 1) twice.push(id)
  }

  const problems: string[] = []
  for (const id of twice) {
    const { rows } = await app.owner.query('select count(*)::int from assignment_decisions where lead_id = $1', [id])
    expect(rows[0].count).toBeGreaterThan(1)
  }
  problems.push(...(await contradictions(app.owner)))
  const { rows: overwritten } = await app.owner.query(
    `select count(distinct root_id)::int from changes where act = 'naive' and jsonb_typeof(fields->'assigned_qa'->0) = 'number'`,
  )
  expect(twice.length).toBeGreaterThan(0)
  expect(overwritten).toEqual([{ count: twice.length }])
  expect(problems.filter((problem) => problem.includes('that the history does not have')).length).toBeGreaterThan(0)
  figure(
    `Q4: the planted read-then-assign gave ${twice.length} of ${PLANTED} leads to more than one of 8 people; the checker found it`,
  )
})

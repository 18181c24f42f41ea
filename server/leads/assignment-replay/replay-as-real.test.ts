import { afterAll, expect, test } from 'vitest'
import { assignmentReplay } from '#contract/leads/assignment-replay.ts'
import { replaying } from '#server/leads/assignment/replay.ts'
import type { LeadKind } from '#contract/leads/lead.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { figure } from '#server/test/figures.ts'
import { markDue, putLead } from '#server/test/journey.ts'
import { QA_KEYS, REP_KEYS, workOff } from '#server/test/leads.ts'
import { randomFrom, SEED } from '#server/test/random.ts'
import { howMany } from '../../../scripts/scope.mjs'

const app = await startTestApp()
afterAll(() => app.stop())

const LISTS = { qa: 'assigned_qa', sales: 'sales_person' } as const
type List = keyof typeof LISTS
const GROUPS = 12
const TODAY = Date.parse(new Date().toISOString().slice(0, 10))
/** The groups come an hour apart, some days ago. */
const arrivalOf = (group: number) => TODAY - 3 * 86_400_000 + group * 3_600_000

/** A list of people with settings from a seed. */
const team = async (list: List, random: () => number) => {
  const pick = <T>(...values: T[]): T => values[Math.floor(random() * values.length)]!
  const mara = await app.signIn({ can: ['qa_auto_assign_set_status', 'salesrep_auto_assign_update'] })
  const people = []
  for (let at = 0; at < 5; at++) {
    const kinds = pick<LeadKind[]>(['enquiry'], ['enquiry', 'registration'], ['enquiry', 'registration'])
    const { id } = await app.signIn({
      colleagueOf: mara,
      can: [...QA_KEYS, ...REP_KEYS, ...(kinds.includes('registration') ? (['registration_leads_list'] as const) : [])],
    })
    const settings = {
      weight: pick(0, 0.5, 1, 1, 2, 3.25),
      status: pick('active', 'active', 'active', 'paused'),
      open_cap: pick(null, null, 3, 6),
      accepts_countries: pick([], [], ['DE'], ['DE', 'PK']),
      accepts_sources: pick([], [], [], ['event']),
    }
    await app.sql(
      mara.companyId,
      `insert into assignment_entries (company_id, list, staff_id, ${Object.keys(settings).join(', ')}) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [mara.companyId, list, id, ...Object.values(settings)],
    )
    people.push({ staff_id: id, kinds, ...settings })
  }
  const most_credit = pick(0, 1, 3, 10)
  await app.sql(mara.companyId, 'insert into assignment_settings (company_id, list, most_credit) values ($1, $2, $3)', [
    mara.companyId,
    list,
    most_credit,
  ])
  return { mara, people, most_credit }
}

/** Leads in groups, each of which the real assignment gives out before the next one comes. */
const assignForReal = async (mara: TestPerson, list: List, random: () => number) => {
  const pick = <T>(...values: T[]): T => values[Math.floor(random() * values.length)]!
  const leads = []
  for (let group = 0; group < GROUPS; group++) {
    const arrived = new Date(arrivalOf(group)).toISOString()
    for (let many = Math.floor(random() * 5); many >= 0; many--) {
      const lead = {
        kind: list === 'qa' ? pick<LeadKind>('enquiry', 'enquiry', 'registration') : ('enquiry' as const),
        country: pick('DE', 'PK', 'FR'),
        source: pick('event', 'phone'),
        email: `buyer@${pick('mill', 'loom', 'forge', 'quarry')}.example`,
      }
      const lead_id = await putLead(app, mara, {
        ...lead,
        created_at: arrived,
        ...(list === 'sales' ? { status: 'valid', validated_at: arrived } : {}),
      })
      await app.sql(mara.companyId, 'insert into assignment_queue (company_id, list, lead_id) values ($1, $2, $3)', [
        mara.companyId,
        list,
        lead_id,
      ])
      leads.push({ ...lead, lead_id, arrived: Date.parse(arrived) })
    }
    await markDue(app, mara)
    await workOff(app)
  }
  return leads
}

test('where the rotation alone gave the leads, the replay gives each of them to the same person', async () => {
  let given = 0
  let left = 0
  for (let seed = SEED; seed < SEED + howMany(2, 5); seed++) {
    for (const list of ['qa', 'sales'] as const) {
      const random = randomFrom(seed)
      const { mara, people, most_credit } = await team(list, random)
      const leads = await assignForReal(mara, list, random)
      const rows = await app.sql(
        mara.companyId,
        `select id::int, ${LISTS[list]} as owner from leads where company_id = $1`,
        [mara.companyId],
      )
      const really = new Map(rows.map(({ id, owner }) => [id, owner]))

      const steps = replaying({
        list,
        people: people.map((person) => ({
          ...person,
          staff_status: 'active',
          lacks: null,
          daily_cap: null,
          accepts_categories: [],
          time_zone: 'UTC',
          calendar: null,
          back_at: null,
          held: [],
        })),
        leads: leads.map(({ email, ...lead }) => ({
          ...lead,
          email_domain: email.split('@')[1]!,
          categories: [],
          released_by: null,
          done_after: null,
        })),
        most_credit,
        holders: list === 'sales' ? new Map() : undefined,
        from: arrivalOf(-1),
        until: TODAY,
      })
      let step = steps.next()
      while (!step.done) step = steps.next()
      const { gifts } = step.value

      expect(
        leads.map(({ lead_id }, at) => [lead_id, gifts[at]?.staff_id ?? null]),
        `${list}, seed ${seed}`,
      ).toEqual(leads.map(({ lead_id }) => [lead_id, really.get(lead_id)]))
      given += gifts.filter(Boolean).length
      left += gifts.filter((gift) => !gift).length

      const { data } = await mara.call(assignmentReplay[list], { body: {} })
      const owners = Map.groupBy(really.values(), (owner) => owner)
      for (const { sid, today } of data.people) expect(today!.received).toBe(owners.get(sid)?.length ?? 0)
      expect(data.today.left).toBe(owners.get(null)?.length ?? 0)
    }
  }
  expect(left).toBeGreaterThan(0)
  figure(
    `replay as real: ${given} leads to the same people, ${left} to nobody, as the real assignment did (seeds from ${SEED})`,
  )
})

import { afterAll, expect, test } from 'vitest'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { startTestApp, type TestPerson } from '../app.ts'
import { figure } from '../figures.ts'
import { ENQUIRY, MANAGER_KEYS, openForm } from '../leads.ts'

const PER_MINUTE = 120
const app = await startTestApp({ INTAKE_PER_MINUTE: String(PER_MINUTE), TRUST_PROXY: '1' })
afterAll(() => app.stop())

const POSTS = 5_000
const AT_ONCE = 25

/** Sends that many enquiries, some at a time, each as if through our proxy from the address given. */
const flood = async (form: string, addressOf: (at: number) => string, emailOf: (at: number) => string) => {
  const statuses = new Map<number, number>()
  for (let from = 0; from < POSTS; from += AT_ONCE) {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) =>
        app.send('POST', form, { ...ENQUIRY, email: emailOf(from + at) }, { 'x-forwarded-for': addressOf(from + at) }),
      ),
    )
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  return statuses
}

/** How many windows of a minute a flood that began now has touched. */
const openWindows = () => {
  const from = performance.now()
  return () => 1 + Math.ceil((performance.now() - from) / 60_000)
}

const stored = async ({ companyId }: TestPerson) =>
  Number((await app.owner.query('select count(*) from leads where company_id = $1', [companyId])).rows[0].count)

/** The p95 of a staff list in milliseconds, asked for again and again until `work` has ended. */
const listWhile = async (person: TestPerson, work: Promise<unknown>) => {
  const times: number[] = []
  let running = true
  void work.finally(() => (running = false))
  do {
    const start = performance.now()
    await person.call(marketingLeads.list, { query: {} })
    times.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 20))
  } while (running)
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
}

test('5,000 posts from one address: a form takes what a minute allows, and staff go on working (I5)', async () => {
  const manager = await app.signIn({ can: MANAGER_KEYS })
  const form = await openForm(app, manager, 'flood-one-address')
  const idle = await listWhile(manager, new Promise((resolve) => setTimeout(resolve, 2_000)))

  const windows = openWindows()
  const flooding = flood(
    form,
    () => '203.0.113.9',
    (at) => `person${at}@firm.example`,
  )
  const busy = await listWhile(manager, flooding)
  const statuses = await flooding

  expect([...statuses.keys()].toSorted()).toEqual([202, 429])
  expect(await stored(manager)).toBe(statuses.get(202))
  expect(statuses.get(202)).toBeLessThanOrEqual(windows() * PER_MINUTE)
  figure(
    `I5 one address: ${statuses.get(202)} of ${POSTS} taken; list p95 ${idle.toFixed(0)} ms idle, ${busy.toFixed(0)} ms meanwhile`,
  )
})

test('one email from 5,000 networks is taken a few times a minute, whatever the addresses (I5)', async () => {
  const manager = await app.signIn({ can: MANAGER_KEYS })
  const form = await openForm(app, manager, 'flood-one-email')

  const windows = openWindows()
  const statuses = await flood(
    form,
    (at) => `2001:db8:${at.toString(16)}::1`,
    () => 'victim@firm.example',
  )

  expect([...statuses.keys()].toSorted()).toEqual([202, 429])
  // The same text by the same sender is one lead, however often it comes.
  expect(await stored(manager)).toBe(1)
  expect(statuses.get(202)).toBeLessThanOrEqual(windows() * (PER_MINUTE / 10))
  figure(`I5 one email from ${POSTS} networks: ${statuses.get(202)} taken`)
})

import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLead } from '#contract/leads/add-lead.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { bulk } from '#contract/leads/bulk.ts'
import { openTokens } from '#server/kit/tokens.ts'
import { startTestApp, type TestApp, type TestPerson } from '../app.ts'
import { contradictions } from '../checker.ts'
import { databaseUrl } from '../database.ts'
import { figure } from '../figures.ts'
import { ENQUIRY, MANAGER_KEYS, openForm, putOnList, QA_KEYS, WAITING } from '../leads.ts'
import { openPortalTest } from '../portal.ts'
import { startProgram, type Program } from '../program.ts'

const MINUTE = 60_000
const SETTINGS = { LEADROOM_SECRET: randomBytes(32).toString('base64url'), LOG_LEVEL: 'warn' }
/** Far beyond what it takes: a guard against hanging alone. */
const soon = { timeout: 60_000, interval: 50 }

let app: TestApp
/** Ten minutes ahead, and ten behind; both serve and work. */
let ahead: Program
let behind: Program
const both = () => [ahead, behind]

beforeAll(async () => {
  app = await startTestApp(SETTINGS)
  const address = { ...SETTINGS, DATABASE_URL: databaseUrl(app.database) }
  ahead = await startProgram(address, 10 * MINUTE)
  behind = await startProgram(address, -10 * MINUTE)
})
afterAll(async () => {
  for (const node of both()) node.kill('SIGKILL')
  await Promise.all(both().map(({ ended }) => ended))
  await app.stop()
})

test('F26: a node says that its clock is wrong, and goes by the database', () => {
  for (const [node, off] of [
    [ahead, 10 * MINUTE],
    [behind, -10 * MINUTE],
  ] as const) {
    expect(node.output()).toContain("this machine's clock is wrong: using the database's")
    expect(Math.abs(Number(/"off_ms":(-?\d+)/.exec(node.output())?.[1]) - off)).toBeLessThan(MINUTE / 2)
  }
})

test('F26: a token holds on every node within a minute of its time, and on none beyond it', async () => {
  const ada = await app.signIn({ can: QA_KEYS })
  const { sessionId } = (await app.services.tokens.verify(ada.token))!
  const signedAt = (seconds: number) =>
    openTokens(SETTINGS.LEADROOM_SECRET, { now: () => Date.now() + seconds * 1_000 }).sign({
      personId: ada.id,
      companyId: ada.companyId,
      sessionId,
    })
  const answers = async (seconds: number) => {
    const token = await signedAt(seconds)
    return Promise.all(both().map(async ({ port }) => (await ask(port, 'GET', LIST, token)).status))
  }

  expect(await answers(0)).toEqual([200, 200])
  expect(await answers(-15 * 60 - 30)).toEqual([200, 200])
  expect(await answers(-15 * 60 - 90)).toEqual([401, 401])
  expect(await answers(30)).toEqual([200, 200])
  expect(await answers(90)).toEqual([401, 401])
})

test('F26: who signs in at one node is known at the other, and the cookies last as long as the session', async () => {
  const eve = await openPortalTest(app).personWithPassword({ can: QA_KEYS })
  for (const [from, to] of [both(), both().toReversed()] as [Program, Program][]) {
    const answer = await ask(from.port, 'POST', '/api/v1/auth/sign-in/', undefined, {
      email: eve.email,
      password: eve.password,
    })
    const { token } = Object(await answer.json())
    expect((await ask(to.port, 'GET', LIST, token)).status).toBe(200)
    const lasts = answer.headers.getSetCookie().map((line) => Number(/Max-Age=(\d+)/.exec(line)?.[1]))
    const { rows } = await app.owner.query(
      'select extract(epoch from ends_at - now())::int as seconds from identity.sessions where person_id = $1 order by created_at desc limit 1',
      [eve.id],
    )
    expect(Math.abs(Math.min(...lasts) - rows[0].seconds)).toBeLessThan(60)
  }
})

test('F26: a form that one node gave out is not taken for a machine by another', async () => {
  const manager = await app.signIn({ can: MANAGER_KEYS })
  const form = await openForm(app, manager, 'clocks')
  for (const [from, to] of [both(), both().toReversed()] as [Program, Program][]) {
    const page = await (await fetch(`http://127.0.0.1:${from.port}${form}`)).text()
    const [, form_token] = /name="form_token" value="([^"]+)"/.exec(page) ?? []
    expect(form_token).toBeDefined()
    await sleep(2_000)
    const sent = { ...ENQUIRY, email: `form-${from.port}@mill.example`, form_token }
    expect((await ask(to.port, 'POST', form, undefined, sent)).status).toBe(202)
  }

  const leads = await app.sql(manager.companyId, 'select status, spam_signals from leads where company_id = $1', [
    manager.companyId,
  ])
  expect(leads).toEqual([
    { status: 'new', spam_signals: [] },
    { status: 'new', spam_signals: [] },
  ])
})

test("F26: leases, due times and what took how long are the database's, whichever node works", async () => {
  const manager = await app.signIn({ can: [...MANAGER_KEYS, 'marketing_leads_list'] })
  const qa = await app.signIn({ can: QA_KEYS, colleagueOf: manager })
  await putOnList(app, qa, 'qa')
  await app.sql(
    manager.companyId,
    `with always as (
      insert into working_calendars (company_id, name, time_zone, week)
      values ($1, 'Always', 'UTC', $2::jsonb) returning id)
    insert into sla_targets (company_id, clock, minutes) select $1, 'handling', 60 from always`,
    [manager.companyId, JSON.stringify(Array.from({ length: 7 }, () => [['00:00', '24:00']]))],
  )
  for (let n = 0; n < 8; n++)
    await manager.call(addLead.add, { body: { ...ENQUIRY, email: `added-${n}@mill.example`, name: `Added ${n}` } })
  await idle()
  const jobs: number[] = []
  for (let batch = 0; batch < 4; batch++) jobs.push(await assignMany(manager, qa))
  await idle()

  for (const [place, { id }] of (
    await app.sql(manager.companyId, `select id from leads where company_id = $1 and email is not null order by id`, [
      manager.companyId,
    ])
  ).entries())
    expect(
      (
        await ask(both()[place % 2]!.port, 'POST', assignedLeads.start.path, qa.token, {
          enquiryId: id,
          status: 'in-progress',
        })
      ).status,
    ).toBe(200)

  const [figures] = await app.sql(
    manager.companyId,
    `select (select max(token)::int from jobs where company_id = $1 and id = any($2)) as claims,
      (select count(*)::int from leads where company_id = $1 and assigned_qa = $3) as given,
      (select count(*)::int from lead_clocks where company_id = $1) as clocks,
      (select count(*)::int from lead_clocks where company_id = $1 and (took_ms < 0 or answered_at < started_at
        or paused_ms < 0 or started_at not between now() - interval '2 minutes' and now())) as wrong_clocks,
      (select count(*)::int from changes where company_id = $1 and at not between now() - interval '2 minutes' and now()) as wrong_changes,
      (select count(*)::int from assignment_entries where company_id = $1
        and last_assigned_at not between now() - interval '2 minutes' and now()) as wrong_turns`,
    [manager.companyId, jobs, qa.id],
  )
  expect(figures).toMatchObject({
    claims: 1,
    given: 8 + 4 * LEADS,
    clocks: 8 + 4 * LEADS,
    wrong_clocks: 0,
    wrong_changes: 0,
    wrong_turns: 0,
  })
  expect(await contradictions(app.owner)).toEqual([])
})

test('F26: when the clock of a node jumps back, what it remembers ends in time all the same', async () => {
  const manager = await app.signIn({ can: [...QA_KEYS, 'people_manage'] })
  const gone = await app.signIn({ can: QA_KEYS, colleagueOf: manager })
  expect((await ask(ahead.port, 'GET', LIST, gone.token)).status).toBe(200)

  process.kill(ahead.pid, 'SIGUSR2')
  await app.owner.query('update identity.sessions set revoked_at = now() where person_id = $1', [gone.id])

  const from = performance.now()
  await expect.poll(async () => (await ask(ahead.port, 'GET', LIST, gone.token)).status, soon).toBe(401)
  const took = (performance.now() - from) / 1_000
  expect((await ask(ahead.port, 'GET', LIST, manager.token)).status).toBe(200)
  figure(
    `Clocks: two nodes 20 minutes apart; after one jumped back 20 minutes a person shut out was so after ${took.toFixed(1)} s`,
  )
})

const LIST = assignedLeads.list.path
const LEADS = 200

/** A job that assigns leads of its own. */
const assignMany = async (manager: TestPerson, qa: TestPerson): Promise<number> => {
  const batch = `batch ${randomUUID()} lead `
  await app.sql(
    manager.companyId,
    `insert into leads (company_id, name, source) select $1, $3 || n, 'event' from generate_series(1, $2::int) n`,
    [manager.companyId, LEADS, batch],
  )
  const { data: selection } = await manager.call(bulk.select, {
    body: { list: 'marketing', filter: { search: batch } },
  })
  const { data } = await manager.call(bulk.assign, { body: { selection: selection.id, staffId: qa.id } })
  return data.job ?? 0
}

const idle = async () => {
  await expect.poll(async () => (await app.owner.query(WAITING)).rowCount, soon).toBe(0)
}

const ask = (port: number, method: string, path: string, token?: string, body?: object) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      accept: 'application/json',
      'idempotency-key': randomUUID(),
      ...(body && { 'content-type': 'application/json', origin: `http://127.0.0.1:${port}` }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })

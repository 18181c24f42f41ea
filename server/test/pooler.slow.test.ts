import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addLead } from '#contract/leads/add-lead.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import type { Services } from '#server/app/services.ts'
import { openTenants } from '#server/db/tenant.ts'
import { startTestApp, type TestApp, type TestPerson } from './app.ts'
import { contradictions } from './checker.ts'
import { ENQUIRY, MANAGER_KEYS, openForm, putOnList, QA_KEYS, workOff } from './leads.ts'
import { streamsOf } from './live.ts'
import { hasPooler, startPooler } from './pooler.ts'
import { startSecondNode } from './portal.ts'

const soon = { timeout: 20_000, interval: 50 }

if (!hasPooler) process.stdout.write('PgBouncer is not installed, so nothing is tried behind it\n')

describe.skipIf(!hasPooler)('behind PgBouncer, which gives each transaction another connection', () => {
  let app: TestApp
  let url: string
  beforeAll(async () => {
    app = await startTestApp({}, async (database) => {
      const pooler = await startPooler(database)
      url = pooler.url
      return pooler
    })
  })
  afterAll(() => app.stop())

  const company = async () => {
    const manager = await app.signIn({ can: MANAGER_KEYS, name: 'Mara' })
    const qa = await app.signIn({ can: QA_KEYS, name: 'Quinn', colleagueOf: manager })
    return { manager, qa }
  }
  const journey = async ({ manager, qa }: Awaited<ReturnType<typeof company>>) => {
    const { enquiryId } = (await manager.call(addLead.add, { body: ENQUIRY })).data
    await manager.call(marketingLeads.assign, { body: { leadIds: [enquiryId], staffId: qa.id } })
    await qa.call(assignedLeads.start, { body: { enquiryId, status: 'in-progress' } })
    await qa.call(assignedLeads.validate, { body: { enquiryId, status: 'valid' } })
    return enquiryId
  }
  const shownTo = async (person: TestPerson) =>
    (await person.call(marketingLeads.list, { query: { pageSize: 100 } })).data.map(({ id }) => id).toSorted()

  test('two companies work at once, and each reads and writes its own', async () => {
    const [a, b] = [await company(), await company()]

    const made = await Promise.all(
      Array.from({ length: 40 }, async (_, at) => {
        const side = at % 2 ? a : b
        const id = await journey(side)
        return { side, id, seen: await shownTo(side.manager) }
      }),
    )

    for (const { side, id, seen } of made) {
      expect(seen).toContain(id)
      const own = new Set(made.filter((other) => other.side === side).map((other) => other.id))
      expect(seen.filter((other) => !own.has(other))).toEqual([])
    }
    expect(await contradictions(app.owner)).toEqual([])
  })

  test('waiting work is done', async () => {
    const { manager, qa } = await company()
    await putOnList(app, qa, 'qa')
    const form = await openForm(app, manager, 'pooled-key')

    expect((await app.send('POST', form, ENQUIRY)).status).toBe(202)
    await workOff(app)

    const { data } = await qa.call(assignedLeads.list, { query: {} })
    expect(data).toMatchObject([{ status: 'assigned', assigned_how: 'auto' }])
  })

  test('each transaction has the limits of its pool, and leaves none behind', async () => {
    const { manager } = await company()
    const limitsIn = (pool: Services['pool']) =>
      openTenants(pool).read(manager.companyId, async ({ db }) => {
        const { rows } = await sql<Record<string, string>>`
          select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
            current_setting('idle_in_transaction_session_timeout') as idle`.execute(db)
        return rows[0]
      })

    // Those of a test, which has the patience.
    expect(await limitsIn(app.services.pool)).toEqual({ statement: '1min', lock: '20s', idle: '10s' })
    expect(await limitsIn(app.services.jobPool)).toEqual({ statement: '1min', lock: '5s', idle: '10s' })
    const outside = await Promise.all(
      Array.from({ length: 20 }, () => app.services.pool.query(`select current_setting('statement_timeout') as limit`)),
    )
    expect(new Set(outside.map(({ rows }) => rows[0].limit))).toEqual(new Set(['0']))
    expect((await app.send('GET', '/health/ready')).status).toBe(200)
  })

  test('what others store is heard over the direct connection, and asked for where that leads through the pooler too', async () => {
    const { manager, qa } = await company()
    const lost = await startSecondNode(app, app.services.config, url, `${url}?fallback_application_name=direct`)
    const silent = await startSecondNode(app, { ...app.services.config, databaseListen: false }, url)
    const complaints: string[] = []
    lost.services.live.onError((error) => complaints.push(String(error)))
    const streams = await Promise.all(
      [app, lost, silent].map(async (node) => (await streamsOf(node.app)).open(manager)),
    )

    const id = (await manager.call(addLead.add, { body: ENQUIRY })).data.enquiryId
    await manager.call(marketingLeads.assign, { body: { leadIds: [id], staffId: qa.id } })

    for (const stream of streams) await expect.poll(() => stream.rows().map((row) => row.id), soon).toContain(id)
    await expect.poll(() => complaints.join(), soon).toContain('Set DATABASE_DIRECT_URL')
    // Perhaps one of the pooler's too: it shows what was asked of it last until somebody else uses it.
    const listening = async () =>
      (
        await app.owner.query(
          `select from pg_stat_activity where datname = current_database() and application_name = 'leadroom live' and query in ('listen leadroom', 'select 1')`,
        )
      ).rowCount
    await expect.poll(listening, soon).toBeGreaterThan(0)
    await Promise.all(streams.map((stream) => stream.close()))
    await Promise.all([lost.stop(), silent.stop()])
  })
})

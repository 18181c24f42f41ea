import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { bulk } from '#contract/leads/bulk.ts'
import type { LiveEvent } from '#contract/platform/live.ts'
import { access } from '#contract/portal/access.ts'
import { session } from '#contract/portal/session.ts'
import { everything } from '../../../scripts/scope.mjs'
import { startTestApp, type TestApp, type TestPerson } from '../app.ts'
import { startBalancer } from '../balancer.ts'
import { contradictions } from '../checker.ts'
import { databaseUrl } from '../database.ts'
import { figure } from '../figures.ts'
import { ENQUIRY, MANAGER_KEYS, openForm, putOnList, QA_KEYS, WAITING } from '../leads.ts'
import { hasPooler, startPooler } from '../pooler.ts'
import { startProgram, type Program } from '../program.ts'

const LEADS = 600
const CLIENTS = 8
const SETTINGS = {
  LEADROOM_SECRET: randomBytes(32).toString('base64url'),
  INTAKE_PER_MINUTE: '999999',
  LOG_LEVEL: 'silent',
}
/** What the product promises, in seconds: what is taken away is gone on all nodes, and the jobs of a dead node go on. */
const GONE_WITHIN = 5
const TAKEN_UP_WITHIN = 30
const soon = { timeout: 60_000, interval: 50 }

const throughPooler = everything && hasPooler
if (everything && !hasPooler)
  process.stdout.write('PgBouncer is not installed, so several nodes are tried without it alone\n')

describe.each(throughPooler ? ['straight', 'through PgBouncer'] : ['straight'])(
  'three nodes that serve and two that work, %s',
  (way) => {
    let app: TestApp
    let address: Record<string, string>
    let balancer: Awaited<ReturnType<typeof startBalancer>>
    const serving: Program[] = []
    const working: Program[] = []

    beforeAll(async () => {
      app = await startTestApp(
        SETTINGS,
        way === 'straight'
          ? undefined
          : async (database) => {
              const pooler = await startPooler(database)
              address = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: databaseUrl(database) }
              return pooler
            },
      )
      if (way === 'straight') address = { DATABASE_URL: databaseUrl(app.database) }
      for (let node = 0; node < 3; node++) serving.push(await start({ LEADROOM_WORK: 'off' }))
      balancer = await startBalancer(serving.map(({ port }) => port))
    })
    afterAll(async () => {
      for (const program of [...serving, ...working]) program.kill('SIGKILL')
      await Promise.all([...serving, ...working].map(({ ended }) => ended))
      await balancer.stop()
      await app.stop()
    })

    const start = (more: Record<string, string>) => startProgram({ ...SETTINGS, ...address, ...more })

    const company = async () => {
      const manager = await app.signIn({ can: [...MANAGER_KEYS, 'people_manage'] })
      const qa = await app.signIn({ can: QA_KEYS, colleagueOf: manager })
      await putOnList(app, qa, 'qa')
      return { manager, qa }
    }

    test('the tabs of one session are on different nodes, and each hears at once what was stored through another', async () => {
      const [{ manager, qa }, other] = [await company(), await company()]
      const tabs = await Promise.all(serving.map(({ port }) => openStream(port, manager)))
      const stranger = await openStream(serving[1]!.port, other.manager)
      working.push(await start({}), await start({ LEADROOM_TEST_CRASH: 'job.after_effect:2' }))

      const form = await openForm(app, manager, `nodes ${way}`.replaceAll(' ', '-'))
      expect((await ask(serving[2]!.port, 'POST', form, undefined, ENQUIRY)).status).toBe(202)
      const [lead] = await until(TAKEN_UP_WITHIN, 'The enquiry was given to nobody', async () => {
        const found = await app.sql(manager.companyId, 'select id, assigned_qa from leads where company_id = $1', [
          manager.companyId,
        ])
        return found[0]?.assigned_qa ? found : undefined
      })

      expect(lead.assigned_qa).toBe(qa.id)
      for (const tab of tabs) await expect.poll(() => tab.rows().map(({ id }) => id), soon).toContain(lead.id)
      expect(stranger.rows()).toEqual([])
      await Promise.all([...tabs, stranger].map((tab) => tab.close()))
    })

    test('a right that is taken away, a person who is shut out and one who signs out are so on every node', async () => {
      const { manager, qa } = await company()
      const leaving = await app.signIn({ can: QA_KEYS, colleagueOf: manager })
      const list = assignedLeads.list.path
      const onAll = async (status: number, person = qa) => {
        const from = performance.now()
        for (const [node, { port }] of serving.entries())
          await until(
            GONE_WITHIN,
            `Node ${node} did not answer ${status}`,
            async () => (await ask(port, 'GET', list, person)).status === status || undefined,
          )
        return secondsSince(from)
      }
      await onAll(200)
      await onAll(200, leaving)

      await callAt(serving[0]!.port, manager, access.setPermissions.path.replace(':id', String(qa.id)), {
        permissions: [],
      })
      const withoutRight = await onAll(403)
      await callAt(serving[1]!.port, manager, access.setPermissions.path.replace(':id', String(qa.id)), {
        permissions: QA_KEYS,
      })
      const again = await onAll(200)
      await callAt(serving[2]!.port, manager, access.setStatus.path.replace(':id', String(qa.id)), {
        status: 'deactivated',
      })
      const shutOut = await onAll(401)
      expect((await ask(serving[0]!.port, 'POST', session.signOut.path, leaving)).status).toBe(200)
      const signedOut = await onAll(401, leaving)

      figure(
        `Nodes, ${way}: a right taken away after ${withoutRight} s on all three, given after ${again} s, a person shut out after ${shutOut} s, signed out after ${signedOut} s`,
      )
      const ended = await app.sql(
        manager.companyId,
        'select person_id::int as person, revoked_at is not null as revoked from identity.sessions where person_id = any ($1) order by 1',
        [[manager.id, leaving.id]],
      )
      expect(ended).toEqual([
        { person: manager.id, revoked: false },
        { person: leaving.id, revoked: true },
      ])
      expect((await ask(serving[0]!.port, 'GET', list, manager)).status).toBe(200)
    })

    test('a node that serves and one that works are killed under load: nothing acknowledged is lost, no row is changed twice', async () => {
      const [{ manager, qa }, inbox] = [await company(), await company()]
      const form = await openForm(app, inbox.manager, `load ${way}`.replaceAll(' ', '-'))
      const jobs: number[] = []
      let died: { signal: NodeJS.Signals | null; at: number } | undefined
      void working[1]!.ended.then(({ signal }) => (died = { signal, at: performance.now() }))
      /** How long the jobs that the worker was at when it died wait for the other one. */
      const takeOver = async () => {
        await working[1]!.ended
        const { rows: left } = await app.owner.query(
          "select id, token from jobs where state = 'running' and claimed_by like $1",
          [`${working[1]!.pid}-%`],
        )
        expect(left.length).toBeGreaterThan(0)
        await until(TAKEN_UP_WITHIN, 'Nobody went on with the jobs of the worker that died', async () => {
          const { rows: waiting } = await app.owner.query(
            'select from jobs j join unnest($1::bigint[], $2::int[]) l (id, token) on j.id = l.id and j.token = l.token',
            [left.map(({ id }) => id), left.map(({ token }) => token)],
          )
          return waiting.length === 0 || undefined
        })
        return secondsSince(died?.at ?? 0)
      }
      /** There are jobs to be done until the worker that dies in the middle of one has come to one. */
      const boss = async () => {
        while (!died || jobs.length < 4) jobs.push(await assignMany(manager, qa))
      }

      const acknowledged: string[] = []
      let cut = 0
      const send = async (email: string, key = randomUUID()): Promise<void> => {
        const answer = await ask(balancer.port, 'POST', form, undefined, { ...ENQUIRY, email }, key).catch(
          () => undefined,
        )
        if (answer?.status === 202) return void acknowledged.push(email)
        // Whoever has no answer sends the same again, to the same address.
        cut += 1
        await sleep(20)
        return send(email, key)
      }
      let killed = false
      const client = async (number: number) => {
        for (let each = 0; each < 50; each++) await send(`load-${number}-${each}@mill.example`)
      }
      const killer = async () => {
        while (acknowledged.length < 120) await sleep(5)
        serving[1]!.kill('SIGKILL')
        killed = true
      }
      const [takenUp] = await Promise.all([
        takeOver(),
        boss(),
        killer(),
        ...Array.from({ length: CLIENTS }, (_, number) => client(number)),
      ])
      expect(killed).toBe(true)

      expect(died?.signal).toBe('SIGKILL')
      await until(TAKEN_UP_WITHIN, 'There is still work waiting', async () => {
        const { rowCount } = await app.owner.query(WAITING)
        return rowCount === 0 || undefined
      })
      const took = secondsSince(died?.at ?? 0)

      const stored = await app.sql(inbox.manager.companyId, 'select email from leads where company_id = $1', [
        inbox.manager.companyId,
      ])
      expect(stored.map(({ email }) => email).toSorted()).toEqual(acknowledged.toSorted())
      expect(acknowledged).toHaveLength(CLIENTS * 50)
      const [given] = await app.sql(
        manager.companyId,
        `select count(*)::int as leads, count(*) filter (where assigned_qa = $2)::int as given,
            (select count(*)::int from changes c where c.company_id = $1 and c.entity = 'leads' and c.verb = 'updated') as events
           from leads where company_id = $1`,
        [manager.companyId, qa.id],
      )
      const all = jobs.length * LEADS
      expect(given).toEqual({ leads: all, given: all, events: all })
      expect(
        (await app.owner.query('select max(token)::int as most from jobs where id = any($1)', [jobs])).rows,
      ).toEqual([{ most: 2 }])
      expect(await contradictions(app.owner)).toEqual([])
      figure(
        `Nodes, ${way}: ${acknowledged.length} enquiries acknowledged and stored, ${cut} sent again; ${jobs.length} jobs, of which another worker took up that of the dead one after ${takenUp} s, ended ${took} s after it died`,
      )
    })

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
  },
)

/** Asks again and again until there is an answer to give, for ten times as long as is promised: against hanging alone. */
const until = async <T>(promised: number, sentence: string, what: () => Promise<T | undefined>): Promise<T> => {
  const deadline = performance.now() + 10 * promised * 1_000
  for (;;) {
    const found = await what()
    if (found !== undefined) return found
    if (performance.now() > deadline) throw new Error(`${sentence} within ${10 * promised} s`)
    await sleep(50)
  }
}

const secondsSince = (from: number) => ((performance.now() - from) / 1_000).toFixed(1)

const ask = (
  port: number,
  method: string,
  path: string,
  person?: TestPerson,
  body?: object,
  key: string = randomUUID(),
) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      accept: 'application/json',
      connection: 'close',
      // Node's fetch says that it is a page, so it has to be one of ours.
      origin: `http://127.0.0.1:${port}`,
      'idempotency-key': key,
      ...(body && { 'content-type': 'application/json' }),
      ...(person && { authorization: `Bearer ${person.token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })

const callAt = async (port: number, person: TestPerson, path: string, body: object) => {
  const answer = await ask(port, 'PUT', path, person, body)
  expect([path, answer.status]).toEqual([path, 200])
}

/** The stream of changes as a tab reads it. */
const openStream = async (port: number, { token }: TestPerson) => {
  const stop = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/marketing/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  expect(response.status).toBe(200)
  const events: LiveEvent[] = []
  const read = async () => {
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) if (line) events.push(JSON.parse(line))
    }
  }
  const done = read().catch(() => undefined)
  await expect.poll(() => events.length, soon).toBeGreaterThan(0)
  return {
    rows: () => events.flatMap(({ leads }) => leads?.rows ?? []),
    async close() {
      stop.abort()
      await done
    },
  }
}

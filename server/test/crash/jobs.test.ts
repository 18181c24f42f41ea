import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulk } from '#contract/leads/bulk.ts'
import { jobs } from '#contract/platform/jobs.ts'
import { howMany } from '../../../scripts/scope.mjs'
import type { TestPerson } from '../app.ts'
import { contradictions } from '../checker.ts'
import { figure } from '../figures.ts'
import { MANAGER_KEYS, QA_KEYS } from '../leads.ts'
import { openPlace } from '../place.ts'

/** Each kill waits for the heartbeat to be missed: one round of six kills usually, as many as are asked for in the soak. */
const ROUNDS = Math.max(1, Math.round(howMany(6, 6, 'KILLS') / 6))
/** Four chunks: the last kill comes behind the third. */
const LEADS = 4_000
/** Rows of many jobs that two nodes share. */
const JOB_ROWS = howMany(4_000, 14_000, 'JOB_ROWS')
const ROWS_OF_A_JOB = 500
/** Of a job that is stopped and taken up again. */
const LONG = howMany(8_000, 12_000)

/** One database with its nodes: each test has its own, so that all wait for their missed heartbeats together. */
const openBulkPlace = async () => {
  const { app, start, close } = await openPlace()

  const team = async (): Promise<Team> => {
    const manager = await app.signIn({ can: MANAGER_KEYS })
    return { manager, qa: await app.signIn({ can: QA_KEYS, colleagueOf: manager }) }
  }

  /** Begins a job that assigns leads of the team's company, which are put there first. */
  const assignMany = async ({ manager, qa }: Team, count: number): Promise<number> => {
    const batch = `batch ${randomUUID()} lead `
    await app.sql(
      manager.companyId,
      `insert into leads (company_id, name, source) select $1, $3 || n, 'event' from generate_series(1, $2::int) n`,
      [manager.companyId, count, batch],
    )
    const { data: selection } = await manager.call(bulk.select, {
      body: { list: 'marketing', filter: { search: batch } },
    })
    const { data } = await manager.call(bulk.assign, { body: { selection: selection.id, staffId: qa.id } })
    return data.job ?? 0
  }

  const stored = async (id: number): Promise<any> =>
    (
      await app.owner.query(
        "select *, cursor::int, heartbeat_at < now() - interval '10 s' as stale from jobs where id = $1",
        [id],
      )
    ).rows[0]
  const ended = (id: number) => until(async () => (await stored(id)).finished_at !== null)

  /** Every lead of the company was given once: one owner, one event, one decision, in the job's change set. */
  const expectEachOnce = async ({ manager, qa }: Team, ids: readonly number[], count: number) => {
    const { rows } = await app.owner.query(
      `select count(*)::int as leads, count(*) filter (where l.assigned_qa = $2)::int as given,
        (select count(*)::int from changes c where c.company_id = $1 and c.entity = 'leads' and c.verb = 'updated') as events,
        (select count(*)::int from assignment_decisions d where d.company_id = $1) as decisions,
        (select count(distinct change_set)::int from changes c where c.company_id = $1 and c.channel = 'bulk') as acts
       from leads l where company_id = $1`,
      [manager.companyId, qa.id],
    )
    expect(rows).toEqual([{ leads: count, given: count, events: count, decisions: count, acts: ids.length }])
    for (const id of ids)
      expect((await manager.call(jobs.one, { params: { id } })).data).toMatchObject({
        state: 'done',
        outcomes: [{ outcome: 'assigned', count: count / ids.length }],
      })
    expect(await contradictions(app.owner)).toEqual([])
  }

  return { start, team, assignMany, stored, ended, expectEachOnce, close }
}

interface Team {
  manager: TestPerson
  qa: TestPerson
}

const until = async (what: () => Promise<unknown>) => {
  while (!(await what())) await sleep(50)
}

const places: Awaited<ReturnType<typeof openBulkPlace>>[] = []
beforeAll(async () => {
  for (let at = 0; at < 6; at++) places.push(await openBulkPlace())
})
afterAll(async () => {
  for (const place of places) await place.close()
})

const kills: number[] = []
afterAll(() =>
  figure(
    `F15: ${kills.length * 2} kills of bulk jobs of ${LEADS.toLocaleString('en')} leads at 3 points, each lead changed once, taken up at most ${(Math.max(...kills) / 1000).toFixed(1)} s after the kill, with the start of the next node`,
  ),
)

test.concurrent.each(['job.after_claim', 'job.after_effect:2', 'job.after_chunk:3'].entries().toArray())(
  'F15: killed after the claim, in the middle or before the end, a job goes on elsewhere and changes each row once (%i %s)',
  async (at, point) => {
    const { start, team, assignMany, stored, ended, expectEachOnce } = places[at]!
    for (let round = 0; round < ROUNDS; round++) {
      const people = await team()
      const id = await assignMany(people, LEADS)
      const victim = await start(point)
      if (victim) expect((await victim.ended).signal, `${point} was passed:\n${victim.output()}`).toBe('SIGKILL')
      const killed = Date.now()
      const heir = (await start())!
      await until(async () => (await stored(id)).token > 1)
      kills.push(Date.now() - killed)
      // A second time, wherever it is now.
      heir.kill('SIGKILL')
      await heir.ended
      const last = (await start())!
      await ended(id)
      last.kill('SIGTERM')
      await last.ended
      await expectEachOnce(people, [id], LEADS)
    }
  },
)

test.concurrent('F22, Q5: two nodes on one queue do the rows of many jobs of two companies while one of them is killed again and again, each once', async () => {
  const { start, team, assignMany, ended, expectEachOnce } = places[3]!
  const teams = [await team(), await team()]
  const ids: number[][] = [[], []]
  const rows = (at: number) => ids[at]!.length * ROWS_OF_A_JOB
  const begin = async (jobs: number) => {
    for (let job = 0; job < jobs; job++)
      for (const at of [0, 1]) ids[at]!.push(await assignMany(teams[at]!, ROWS_OF_A_JOB))
  }
  const stays = (await start())!
  let kills = 0
  const waves = howMany(1, 4) * ROUNDS
  for (let wave = 0; wave < waves; wave++) {
    await begin(Math.ceil(JOB_ROWS / ROWS_OF_A_JOB / 2 / waves))
    const dies = await start(`job.after_effect:${(wave % 4) + 2}`)
    const killed = dies?.ended ?? Promise.resolve()
    await Promise.race([killed, sleep(8_000)])
    dies?.kill('SIGKILL')
    await killed
    kills++
  }
  for (const id of ids.flat()) await ended(id)
  stays.kill('SIGTERM')
  await stays.ended

  for (const at of [0, 1]) await expectEachOnce(teams[at]!, ids[at]!, rows(at))
  figure(
    `Q5: ${ids.flat().length} jobs of two companies, ${rows(0) + rows(1)} rows, ${kills} kills, 0 lost, 0 done twice`,
  )
})

test.concurrent('F23: a node that was stopped in its tracks and comes back after another has taken over stores nothing more', async () => {
  const { start, team, assignMany, stored, ended, expectEachOnce } = places[4]!
  const people = await team()
  const id = await assignMany(people, LONG)
  const sleeper = (await start())!
  await until(async () => (await stored(id)).cursor > 0)
  sleeper.kill('SIGSTOP')
  const stopped = await stored(id)
  const heir = (await start())!
  await until(async () => (await stored(id)).token > stopped.token)
  sleeper.kill('SIGCONT')
  await ended(id)
  await sleep(2_000)
  for (const program of [sleeper, heir]) {
    program.kill('SIGTERM')
    await program.ended
  }

  const { done, total } = await stored(id)
  expect([done, total]).toEqual([LONG, LONG])
  await expectEachOnce(people, [id], LONG)
  figure(
    `F23: stopped at row ${stopped.cursor}, taken over under token ${stopped.token + 1}, woken meanwhile: each of ${LONG} leads changed once`,
  )
})

test.concurrent('F16: told to stop in the middle of a job, a node ends in order and leaves the rest free for the next one', async () => {
  const { start, team, assignMany, stored, ended, expectEachOnce } = places[5]!
  const people = await team()
  const id = await assignMany(people, LONG)
  const handedOver: number[] = []
  for (let round = 0; round < 2; round++) {
    const before = await stored(id)
    const node = (await start())!
    await until(async () => (await stored(id)).cursor > before.cursor)
    node.kill('SIGTERM')
    expect(await node.ended).toEqual({ code: 0, signal: null })
    const left = await stored(id)
    // Free at once, not when a heartbeat is missed.
    expect(left).toMatchObject({ state: 'running', finished_at: null, claimed_by: null, heartbeat_at: null })
    handedOver.push(left.cursor)
  }
  const since = Date.now()
  const last = (await start())!
  await ended(id)
  last.kill('SIGTERM')
  await last.ended

  await expectEachOnce(people, [id], LONG)
  figure(
    `F16: a job of ${LONG} leads handed over at rows ${handedOver.join(', ')}, done ${((Date.now() - since) / 1000).toFixed(1)} s after the last start, each lead changed once`,
  )
})

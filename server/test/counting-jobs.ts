import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { startWork } from '#server/app/work.ts'
import { personJob, type JobKind } from '#server/platform/jobs/kind.ts'
import { keepResults, startJob } from '#server/platform/jobs/start.ts'
import type { TestApp, TestPerson } from './app.ts'

/** Something to count in: one product a row, so that a row done twice is seen. */
const Count = Type.Object({ rows: Type.Integer(), chunk: Type.Integer(), refuse: Type.Optional(Type.Integer()) })

/** Jobs that count, and workers for them. */
export const countingJobsOf = (app: TestApp) => {
  const { services, owner } = app
  /** What a chunk is to do once its rows are written, by the number of its job. */
  const between = new Map<number, (cursor: number) => Promise<unknown>>()

  const counting = (name: string, atOnce?: number): JobKind<typeof Count> =>
    personJob({
      name,
      input: Count,
      permission: 'products_list',
      ...(atOnce === undefined ? {} : { atOnce }),
      async chunk({ tenant, jobId, input, cursor }) {
        const to = Math.min(cursor + input.chunk, input.rows)
        await sql`
          insert into products (company_id, code, name)
          select ${tenant.companyId}::int, 'j' || ${jobId}::text || '-' || n, 'Row' from generate_series(${cursor + 1}::int, ${to}::int) n`.execute(
          tenant.db,
        )
        const refused = input.refuse !== undefined && cursor < input.refuse && input.refuse <= to
        if (refused)
          await keepResults(tenant, jobId, [
            { entity: 'products', subject: input.refuse ?? 0, outcome: 'skipped', message: 'Dismiss' },
          ])
        await between.get(jobId)?.(cursor)
        return {
          cursor: to,
          done: to - cursor,
          outcomes: { added: to - cursor - Number(refused), skipped: Number(refused) },
          last: to === input.rows,
        }
      },
      retry: async ({ input: { chunk } }) => ({ title: 'Again', input: { rows: 1, chunk }, total: 1 }),
    })
  const countRows = counting('test.count')
  const twoAtOnce = counting('test.two', 2)
  const kinds: JobKind[] = [countRows, twoAtOnce]

  const begin = async (person: TestPerson, input: { rows: number; chunk: number; refuse?: number }, kind = countRows) =>
    services.tenants.write(
      person.companyId,
      { kind: 'person', id: person.id, channel: 'screen', act: 'test.begin' },
      async (tenant) => {
        const caller = {
          personId: person.id,
          companyId: person.companyId,
          name: '',
          email: '',
          timeZone: 'UTC',
          can: () => true,
        }
        return startJob(tenant, kind, { title: `Count ${input.rows}`, input, total: input.rows, caller })
      },
    )
  const stored = async (id: number): Promise<any> =>
    (await owner.query('select *, id::int, cursor::int from jobs where id = $1', [id])).rows[0]
  const rowsOf = async (id: number): Promise<number> =>
    (await owner.query(`select count(*)::int from products where code like 'j' || $1::text || '-%'`, [id])).rows[0]
      .count
  const until = async (what: () => Promise<unknown>) => {
    for (let round = 0; round < 4_000; round++) {
      if (await what()) return
      await sleep(25)
    }
    throw new Error('It did not come to be')
  }
  const ended = (id: number) => until(async () => (await stored(id)).finished_at !== null)
  /** Runs while the work is done by so many workers, as on several nodes. */
  const withWorkers = async (count: number, work: () => Promise<void>) => {
    const errors: unknown[] = []
    const workers = Array.from({ length: count }, () => startWork(services, (error) => void errors.push(error), kinds))
    try {
      await work()
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()))
    }
    return errors
  }
  const signIn = () => app.signIn({ can: ['products_list'] })

  return { between, kinds, twoAtOnce, signIn, begin, stored, rowsOf, until, ended, withWorkers }
}

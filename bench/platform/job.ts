import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint, Input, Reply } from '#contract/kit/endpoint.ts'
import { toRequest } from '#contract/kit/request.ts'
import { bulk } from '#contract/leads/bulk.ts'
import { jobs } from '#contract/platform/jobs.ts'
import { COMPANY, type Place } from '../place.ts'
import { signIn, type Running } from '../real-server.ts'

export type Caller = Awaited<ReturnType<typeof callerAt>>

/** A person who calls as the web app does, for a quarter of an hour; a server that is busy is asked again. */
export const callerAt = async ({ port }: Running, account: string) => {
  const token = await signIn(port, `${account}@${COMPANY}`)
  return async <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Reply<E>> => {
    const { method, url, body, headers } = toRequest(endpoint, input)
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...headers },
        body: body ?? null,
      })
      const said = await answer.json()
      if (answer.ok) return Object(said)
      if (answer.status !== 503) throw new Error(`${url} was answered with ${answer.status}: ${JSON.stringify(said)}`)
      await sleep(1_000)
    }
  }
}

/** The leads that are measured: so many, in one status, held by one person, told apart from all others by their source. */
export const setLeads = async ({ owner }: Place, count: number, holder: string) => {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query('alter table leads disable trigger history_update')
    await client.query(`update leads set source = 'manual' where source = 'event'`)
    await client.query(
      `update leads l set source = 'event', status = 'assigned', enquiry_status = null, verdict_id = null, deleted_at = null, kind = 'enquiry',
        quarantined_by = null, assigned_qa = (select id from identity.people where email = $2)
       from (select l.id from leads l join identity.companies c on c.id = l.company_id where c.domain = $1 order by l.id limit $3) chosen
       where l.id = chosen.id`,
      [COMPANY, `${holder}@${COMPANY}`, count],
    )
    await client.query('alter table leads enable trigger history_update')
    await client.query('commit')
    await client.query('vacuum analyze leads')
  } finally {
    client.release()
  }
}

/** Chooses the leads that are measured, begins the job and waits for its end. Returns the milliseconds from asking to the end. */
export const timeJob = async (
  call: Caller,
  begin: (selection: number) => Promise<number | null>,
  count: number,
): Promise<number> => {
  const { data: selection } = await call(bulk.select, { body: { list: 'marketing', filter: { source: ['event'] } } })
  if (selection.count !== count) throw new Error(`${selection.count} leads were selected instead of ${count}`)
  const from = performance.now()
  const id = (await begin(selection.id)) ?? 0
  for (;;) {
    const { data: job } = await call(jobs.one, { params: { id } })
    if (job.state === 'done' && job.outcomes[0]?.count === count) return performance.now() - from
    if (job.state !== 'running' && job.state !== 'queued') throw new Error(`The job ended so: ${JSON.stringify(job)}`)
    await sleep(50)
  }
}

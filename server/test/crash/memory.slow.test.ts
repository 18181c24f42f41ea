import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { bulk } from '#contract/leads/bulk.ts'
import { exports } from '#contract/leads/exports.ts'
import { leadImports } from '#contract/leads/imports.ts'
import { PART_BYTES } from '#contract/platform/imports.ts'
import { jobs } from '#contract/platform/jobs.ts'
import type { Endpoint, Input, Reply } from '#contract/kit/endpoint.ts'
import { toRequest } from '#contract/kit/request.ts'
import { startTestApp, type TestPerson } from '../app.ts'
import { databaseUrl } from '../database.ts'
import { figure } from '../figures.ts'
import { MANAGER_KEYS } from '../leads.ts'
import { startProgram, type Program } from '../program.ts'

const AT_ONCE = 10
const MOST_MB = 512
const ROWS = 1_000
const LEADS = 1_000
/** Long rows: two and a half megabytes a file. */
const LONG = 'Please send your best price. '.repeat(85)
const GUARD = 900_000

const folder = await mkdtemp('/tmp/leadroom-memory-')
const SETTINGS = {
  LEADROOM_SECRET: randomBytes(32).toString('base64url'),
  LEADROOM_DATA: folder,
  LOG_LEVEL: 'silent',
}
const app = await startTestApp(SETTINGS)
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const residentMb = async ({ pid }: Program) =>
  Number((await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout) / 1024

/** Calls the server as the browser does; one that has no room is asked again when it said. */
const callerOf = ({ port }: Program, { token }: TestPerson, shed: () => void) => {
  return async <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Reply<E>> => {
    const { method, url, body, headers } = toRequest(endpoint, input)
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...headers },
        body: body ?? null,
      })
      const said = answer.ok && endpoint.file ? await answer.text() : await answer.json()
      if (answer.ok) return Object(said)
      if (answer.status !== 503 && answer.status !== 429) throw new Error(`${url}: ${JSON.stringify(said)}`)
      const seconds = Number(answer.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      shed()
      await sleep(seconds * 1_000)
    }
  }
}
type Call = ReturnType<typeof callerOf>

const until = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
  for (const since = Date.now(); Date.now() - since < GUARD; await sleep(500)) {
    const found = await look()
    if (found !== undefined) return found
  }
  throw new Error('It did not come to be')
}

const importFile = async (call: Call, company: number) => {
  const rows = Array.from({ length: ROWS }, (_, n) => `Person ${n},p${n}@mill${company}.example,"${n} ${LONG}"`)
  const file = new Uint8Array(Buffer.from(`Name,Email,Message\n${rows.join('\n')}\n`))
  const { data: begun } = await call(leadImports.begin, { body: { file_name: 'a.csv', bytes: file.length } })
  for (let no = 0; no * PART_BYTES < file.length; no++)
    await call(leadImports.part, {
      params: { id: begun.id, no },
      bytes: file.slice(no * PART_BYTES, (no + 1) * PART_BYTES),
    })
  const { id, columns } = (await call(leadImports.finish, { body: begun })).data
  await call(leadImports.check, { body: { id, fields: columns.map(({ field }) => field) } })
  const reaches = (state: string) =>
    until(async () => {
      const { data } = await call(leadImports.read, { params: { id } })
      expect(data.problem).toBeNull()
      return data.state === state ? data : undefined
    })
  await reaches('ready')
  await call(leadImports.start, { body: { id } })
  return (await reaches('imported')).counts
}

const exportLeads = async (call: Call) => {
  const { data: selection } = await call(bulk.select, { body: { list: 'marketing', filter: { source: ['api'] } } })
  const { data } = await call(exports.begin, { body: { selection: selection.id, columns: ['name', 'message'] } })
  await until(async () => {
    const { data: job } = await call(jobs.one, { params: { id: data.job } })
    return job.state === 'done' ? job : undefined
  })
  return call(exports.file, { params: { id: data.job } })
}

test(
  `F31: ten uploads, imports and exports at once all end well, in ${MOST_MB} MB; who finds no room is told when to come back`,
  async () => {
    const people = await Promise.all(
      Array.from({ length: AT_ONCE }, () => app.signIn({ can: [...MANAGER_KEYS, 'leads_import', 'leads_export'] })),
    )
    for (const { companyId } of people)
      await app.sql(
        companyId,
        `insert into leads (company_id, name, source, message) select $1, 'Lead ' || n, 'api', n || $2 from generate_series(1, $3::int) n`,
        [companyId, LONG, LEADS],
      )
    const program = await startProgram({ ...SETTINGS, DATABASE_URL: databaseUrl(app.database) })
    let most = await residentMb(program)
    const idle = most
    let shed = 0
    const watch = setInterval(() => void residentMb(program).then((mb) => void (most = Math.max(most, mb))), 200)

    const done = await Promise.all(
      people.map(async (person) => {
        const call = callerOf(program, person, () => shed++)
        const [counts, csv] = await Promise.all([importFile(call, person.companyId), exportLeads(call)])
        return { added: counts.added, lines: csv.split('\r\n').length - 2 }
      }),
    )

    clearInterval(watch)
    program.kill('SIGTERM')
    await program.ended
    figure(
      `F31: ${AT_ONCE} uploads, imports and exports at once: ${Math.round(idle)} MB idle, ${Math.round(most)} MB at most, shed ${shed} times`,
    )
    expect(done).toEqual(Array.from({ length: AT_ONCE }, () => ({ added: ROWS, lines: LEADS })))
    expect(most).toBeLessThanOrEqual(MOST_MB)
    const { rows } = await app.owner.query(
      `select count(*)::int as leads, count(distinct email)::int as people from leads where source = 'import' and company_id = any($1)`,
      [people.map(({ companyId }) => companyId)],
    )
    expect(rows).toEqual([{ leads: AT_ONCE * ROWS, people: AT_ONCE * ROWS }])
  },
  GUARD + 120_000,
)

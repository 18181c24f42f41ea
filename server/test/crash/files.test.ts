import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { bulk } from '#contract/leads/bulk.ts'
import { exports } from '#contract/leads/exports.ts'
import { jobs } from '#contract/platform/jobs.ts'
import { startTestApp } from '../app.ts'
import { databaseUrl } from '../database.ts'
import { MANAGER_KEYS } from '../leads.ts'
import { startProgram, type Program } from '../program.ts'

const SETTINGS = { LEADROOM_SECRET: randomBytes(32).toString('base64url'), LOG_LEVEL: 'silent' }
const LEADS = 12_000

const app = await startTestApp(SETTINGS)
const [folders, programs]: [string[], Program[]] = [[], []]
afterAll(async () => {
  for (const program of programs) program.kill('SIGKILL')
  await Promise.all(programs.map(({ ended }) => ended))
  await app.stop()
  for (const folder of folders) await rm(folder, { recursive: true })
})

/** A node with a data folder of its own, as on a machine of its own. */
const startNode = async (more: Record<string, string>) => {
  const folder = await mkdtemp('/tmp/leadroom-node-')
  folders.push(folder)
  const program = await startProgram({
    ...SETTINGS,
    DATABASE_URL: databaseUrl(app.database),
    LEADROOM_DATA: folder,
    ...more,
  })
  programs.push(program)
  return program
}

test('an export whose node is killed in the midst of writing is ended by another, and read from every node, none of which shares a folder', async () => {
  const [ada, eve] = [
    await app.signIn({ can: [...MANAGER_KEYS, 'leads_export'] }),
    await app.signIn({ can: [...MANAGER_KEYS, 'leads_export'] }),
  ]
  await app.sql(
    ada.companyId,
    `insert into leads (company_id, name, source) select $1, 'Lead ' || n, 'api' from generate_series(1, $2::int) n`,
    [ada.companyId, LEADS],
  )
  const { data: selection } = await ada.call(bulk.select, {
    body: { list: 'marketing', filter: { sort: 'lead_no', order: 'asc' } },
  })
  const { data } = await ada.call(exports.begin, { body: { selection: selection.id, columns: ['name'] } })

  const victim = await startNode({ LEADROOM_TEST_CRASH: 'job.after_effect:3' }).catch(() => undefined)
  expect((await victim?.ended)?.signal ?? 'SIGKILL').toBe('SIGKILL')
  const [{ finished }] = await app.sql(
    ada.companyId,
    `select count(*) filter (where sha256 is not null)::int as finished from files where company_id = $1`,
    [ada.companyId],
  )
  expect(finished).toBe(0)
  const nodes = [await startNode({}), await startNode({ LEADROOM_WORK: 'off' })]
  while ((await ada.call(jobs.one, { params: { id: data.job } })).data.state !== 'done') await sleep(50)

  const wanted = Array.from({ length: LEADS }, (_, at) => `Lead ${at + 1}`)
  for (const { port } of nodes) {
    const fetchBy = ({ token }: { token: string }) =>
      fetch(`http://127.0.0.1:${port}/marketing/lead_export/${data.job}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    const answer = await fetchBy(ada)
    const text = await answer.text()
    expect(text.replaceAll('"', '').split('\r\n').slice(1, -1)).toEqual(wanted)
    expect((await fetchBy(eve)).status).toBe(404)
  }
  const stored = await app.sql(
    ada.companyId,
    `select (f.bytes = sum(c.bytes)) as whole, min(f.entity_id) = $2 as own from files f
    join file_chunks c on c.company_id = f.company_id and c.file_id = f.id where f.company_id = $1 group by f.id, f.bytes`,
    [ada.companyId, data.job],
  )
  expect(stored).toEqual([{ whole: true, own: true }])
  for (const folder of folders) expect((await readdir(folder)).filter((name) => /export|file/.test(name))).toEqual([])
})

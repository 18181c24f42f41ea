import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp } from '#server/test/app.ts'
import { putLead } from '#server/test/journey.ts'
import { openPortalTest } from '#server/test/portal.ts'
import { startWork } from './work.ts'

const app = await startTestApp()
const portal = openPortalTest(app)
const LEADROOM = new URL(await app.app.listen({ host: '127.0.0.1', port: 0 })).origin
const work = startWork(app.services, () => {})
afterAll(async () => {
  await work.stop()
  await app.stop()
})

const LEADS = 101
const person = () => portal.personWithPassword({ can: ['marketing_leads_list', 'leads_export'] })
const ada = await person()
const eve = await person()
const signIn = (headers: Record<string, string> = {}) =>
  fetch(`${LEADROOM}/api/v1/auth/sign-in/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email: ada.email, password: ada.password }),
  })

beforeAll(async () => {
  await app.sql(
    ada.companyId,
    `insert into leads (company_id, name, email, source, status, enquiry_status)
     select $1, 'Lead ' || n, 'lead' || n || '@good.example', 'import', 'valid', 'open' from generate_series(1, $2::int) n`,
    [ada.companyId, LEADS],
  )
  await putLead(app, ada, { status: 'new', name: 'Not yet' })
  await putLead(app, eve, { status: 'valid', name: 'Of Eve' })
})

test('a program signs in with Node’s own fetch, which says how it fetches and names no page', async () => {
  const answer = await signIn()

  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ token: expect.any(String) })])
})

test('a page of another site signs nobody in, whether its origin or the browser says so', async () => {
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
    const answer = await portal.send(
      'POST',
      '/api/v1/auth/sign-in/',
      { email: ada.email, password: ada.password },
      {},
      { ...headers },
    )
    expect([headers, answer.status, answer.json?.code]).toEqual([headers, 403, 'foreign_origin'])
  }
})

const PROGRAMS = { sh: ['sh'], js: [process.execPath, '--input-type=module'] } as const

for (const [language, [program, ...args]] of Object.entries(PROGRAMS))
  test(`the example in ${language} of the API’s description runs as it is written: every page, then the file`, async () => {
    const { json } = await app.send('GET', '/docs/json')
    const [, example = ''] = new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, 's').exec(json.info.description) ?? []

    const child = spawn(program, args, {
      env: { PATH: process.env['PATH'], LEADROOM, EMAIL: ada.email, PASSWORD: ada.password },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdin.end(example)
    const said = { out: '', wrong: '' }
    child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (said.wrong += chunk.toString()))
    const [code] = await once(child, 'close')

    expect([code, said.wrong]).toEqual([0, ''])
    const lines = said.out.split(/\r?\n/)
    const numbers = Array.from({ length: LEADS }, (_, at) => `Lead ${at + 1}`).toSorted()
    const listed = lines.flatMap((line) => /^\d+ (.*)$/.exec(line)?.[1] ?? [])
    const exported = lines.flatMap((line) => /^"\d+","([^"]*)",/.exec(line)?.[1] ?? [])
    expect(listed.toSorted()).toEqual(numbers)
    expect(exported.toSorted()).toEqual(numbers)
  })

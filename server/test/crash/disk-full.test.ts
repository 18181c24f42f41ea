import { spawnSync } from 'node:child_process'
import { appendFileSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startEmbedded } from '#server/db/embedded.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { temporaryFolder } from '../../../scripts/temporary.mjs'
import { contradictions } from '../checker.ts'
import { isRoot, query } from '../embedded.ts'
import { figure } from '../figures.ts'
import { ENQUIRY } from '../leads.ts'
import { startProgram, type Program } from '../program.ts'

/** Enough for the demo and what PostgreSQL keeps ready for its WAL. */
const DISK_MB = 500
const REFUSED = howMany(20, 200)
const MB = Buffer.alloc(2 ** 20)

const disk = temporaryFolder('disk')
const rest = join(disk, 'rest')

let program: Program | undefined
afterAll(async () => {
  program?.kill('SIGKILL')
  await program?.ended
  spawnSync('umount', ['--lazy', disk])
  await rm(disk, { recursive: true, force: true })
})

/** What of an answer is looked at here. */
interface Said {
  code?: string
  message?: string
  token?: string
  data?: { reference?: string }
}

const AT_FIRST = { timeout: 60_000, interval: 1_000 }

/** Takes all that is left of the disk, to the last page. */
const fill = () => {
  for (const size of [MB.length, 4_096])
    try {
      for (;;) appendFileSync(rest, MB.subarray(0, size))
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    }
}
const makeRoom = () => rmSync(rest)

test.skipIf(!isRoot)(
  'F27: on a full disk nothing is saved and that is said, people go on reading, and all goes on when there is room again',
  async () => {
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=711`, 'tmpfs', disk]).status).toBe(0)
    const folder = join(disk, 'data')
    const settings = { LEADROOM_DATA: folder, LEADROOM_DEMO: 'on', LOG_LEVEL: 'error', INTAKE_PER_MINUTE: '999999' }
    const { port, kill, ended } = (program = await startProgram(settings))
    const server = await startEmbedded({ folder })
    const owner = new pg.Client(server.url('postgres'))
    owner.on('error', () => {})
    await owner.connect()

    const call = async (method: string, path: string, headers: Record<string, string> = {}, body?: object) => {
      const address = `http://127.0.0.1:${port}`
      const answer = await fetch(address + path, {
        method,
        headers: { ...headers, origin: address, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(30_000),
      })
      const said = (await answer.json()) as Said
      return { status: answer.status, said, later: answer.headers.get('retry-after') }
    }
    const sent = new Set<string>()
    const told = new Map<string, string>()
    const send = async (key: string) => {
      sent.add(key)
      const email = `${key}@mill.example`
      const answer = await call(
        'POST',
        '/intake/halden-demo/enquiry',
        { 'idempotency-key': key },
        { ...ENQUIRY, email },
      )
      if (answer.status === 202) told.set(key, answer.said.data?.reference ?? '')
      return answer
    }
    const account = { email: 'manager@halden.example', password: 'leadroom-demo' }
    // One that has just started on a busy machine may put them off.
    let token: string | undefined
    const signIn = async () => {
      const { status, said } = await call('POST', '/api/v1/auth/sign-in/', {}, account)
      token = said.token
      return status
    }
    const read = (page: number) =>
      call('GET', `/marketing/marketing_leads_list?page=${page}`, { authorization: `Bearer ${token}` })
    await expect.poll(signIn, AT_FIRST).toBe(200)
    await expect.poll(async () => (await send('before')).status, AT_FIRST).toBe(202)
    await expect.poll(async () => (await read(1)).status, AT_FIRST).toBe(200)

    fill()
    let pages = 0
    const refused: Awaited<ReturnType<typeof send>>[] = []
    for (let at = 0; refused.length < REFUSED; at++) {
      const [answer, seen] = [await send(`full-${at}`), await read(1 + (at % 20))]
      // A busy machine may be told as one, beside what is tried here.
      if (![202, 503].includes(answer.status)) refused.push(answer)
      expect([200, 503]).toContain(seen.status)
      pages += Number(seen.status === 200)
    }
    const answers = refused.map(({ status, said: { code, message }, later }) => `${status} ${code} ${message} ${later}`)
    expect([...new Set(answers)]).toEqual([
      '507 no_room Nothing was saved because the server’s disk is full. Tell your administrator, then try again later. 30',
    ])

    expect(pages).toBeGreaterThan(REFUSED / 2)

    // Not even the log of what is written has room: PostgreSQL stops, and cannot start as long as that is so.
    const written = owner.query(
      `select pg_logical_emit_message(false, '', repeat('x', 1048576)) from generate_series(1, 200)`,
    )
    await expect(written).rejects.toThrow(/No space left on device|terminated/)
    let stopped: Awaited<ReturnType<typeof send>>
    do stopped = await send('stopped')
    while (stopped.status === 507)
    expect(stopped).toMatchObject({ status: 503, later: '1' })

    makeRoom()
    const since = performance.now()
    for (const key of sent) while ((await send(key)).status !== 202) await sleep(100)
    const back = performance.now() - since
    expect((await read(1)).status).toBe(200)

    const stored = await query(
      server.url('postgres'),
      `select split_part(email, '@', 1) as key, lead_no::text as reference, id from leads where email like '%@mill.example'`,
    )
    expect(new Map(stored.map(({ key, reference }) => [key, reference]))).toEqual(told)
    expect(stored.length).toBe(sent.size)
    const checking = new pg.Pool({ connectionString: server.url('postgres'), max: 1 })
    // The demo's own leads were put there without the acts that lead to them.
    const ours = new Set(stored.map(({ id }) => `lead ${String(id)}`))
    expect((await contradictions(checking)).filter((each) => ours.has(each.split(':', 1)[0] ?? ''))).toEqual([])
    await checking.end()
    kill('SIGTERM')
    expect((await ended).code).toBe(0)
    await server.stop()
    figure(
      `F27: ${refused.length} refused on a full disk, all ${sent.size} stored once ${(back / 1000).toFixed(1)} s after there was room`,
    )
  },
)

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { bulk } from '#contract/leads/bulk.ts'
import { exports } from '#contract/leads/exports.ts'
import { jobs } from '#contract/platform/jobs.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { startWork } from '#server/app/work.ts'
import { backupOf, LEFT_OUT, totalsOf } from '#server/db/backup.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { restore } from '#server/db/restore.ts'
import { temporaryFolder } from '../../../scripts/temporary.mjs'
import { startTestApp, type TestApp, type TestPerson } from '../app.ts'
import { command as runCommand } from '../command.ts'
import { createDatabase, databaseUrl, dropDatabase } from '../database.ts'
import { figure } from '../figures.ts'
import { whenNotBusy } from '../journey.ts'
import { ENQUIRY, MANAGER_KEYS, openForm } from '../leads.ts'
import { fillEveryTable } from '../matrix/rows.ts'
import { openPortalTest, type TestAccount } from '../portal.ts'
import { startProgram } from '../program.ts'

const SETTINGS = { LEADROOM_SECRET: randomBytes(32).toString('base64url'), INTAKE_PER_MINUTE: '999999' }

let app: TestApp
let ada: TestAccount
let bob: TestPerson
let folder: string
let unfilled: string[]
const databases: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadroom-backup-'))
  app = await startTestApp(SETTINGS)
  ada = await openPortalTest(app).personWithPassword({ can: [...MANAGER_KEYS, 'leads_export'], name: 'Ada' })
  bob = await app.signIn({ can: MANAGER_KEYS, name: 'Bob' })
  unfilled = await fillEveryTable(app, [
    { companyId: ada.companyId, id: 900_001, personId: ada.id, canary: 'canary-a' },
    { companyId: bob.companyId, id: 900_002, personId: bob.id, canary: 'canary-b' },
  ])
})
afterAll(async () => {
  await app.stop()
  for (const name of databases) await dropDatabase(name)
  await rm(folder, { recursive: true })
})

/** A database of nothing but the schema. */
const emptyDatabase = async () => {
  const name = await createDatabase()
  databases.push(name)
  await migrate(databaseUrl(name))
  return name
}

const connected = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** But for mails, which a restore stops: what was waiting then may have gone out since. */
const unmailed = ({ mailings: _mailings, mails: _mails, ...sums }: Record<string, string>) => sums

/** What is in each table, in one line: of a company, or of all. Found without what backups are made with. */
const checksums = async (client: pg.Client, company?: number): Promise<Record<string, string>> => {
  const { rows: tables } = await client.query<{ name: string; whole: boolean }>(
    `select c.oid::regclass::text as name, not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id') as whole
    from pg_class c where relnamespace in ('public'::regnamespace, 'identity'::regnamespace) and relkind = 'r' and relpersistence = 'p' order by 1`,
  )
  const totals = await totalsOf(client)
  const sums: Record<string, string> = {}
  for (const { name, whole } of tables) {
    if (name in LEFT_OUT || totals.includes(name) || (whole && company !== undefined)) continue
    const { rows } = await client.query<{ sum: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text collate "C"), '')) as sum from ${name} t
      ${company === undefined ? '' : `where company_id = ${company}`}`,
    )
    sums[name] = rows[0]!.sum
  }
  return sums
}

/** Takes a backup; answers it with what each table held at that very moment, as another connection sees it. */
const takeBackup = (company: number | null) =>
  connected(databaseUrl(app.database), async (owner) => {
    const chunks: Buffer[] = []
    let held: Promise<Record<string, string>> | undefined
    for await (const chunk of backupOf(owner, company)) {
      chunks.push(chunk)
      held ??= owner.query<{ id: string }>('select pg_export_snapshot() as id').then(({ rows }) =>
        connected(databaseUrl(app.database), async (other) => {
          await other.query(`begin isolation level repeatable read; set transaction snapshot '${rows[0]!.id}'`)
          return checksums(other)
        }),
      )
      if (chunks.length === 1) await held
    }
    return { chunks, held: (await held)! }
  })

async function* streamed(chunks: readonly Buffer[]) {
  yield* chunks
}

test('F30: a backup taken while people write is of one moment, and in an empty database it is the same, table by table', async () => {
  const forms = [await openForm(app, ada, 'backup-a'), await openForm(app, bob, 'backup-b')]
  const acknowledged: string[] = []
  let writing = true
  const writer = async (number: number) => {
    for (let n = 0; writing; n++) {
      const email = `backup-${number}-${n}@mill.example`
      const sent = await app.send('POST', forms[number % 2]!, { ...ENQUIRY, email })
      expect(sent.status).toBe(202)
      acknowledged.push(email)
    }
  }
  const writers = [0, 1, 2, 3].map(writer)
  while (acknowledged.length < 100) await sleep(5)
  const before = [...acknowledged]
  const { chunks, held } = await takeBackup(null)
  const after = acknowledged.length
  writing = false
  await Promise.all(writers)

  const name = await emptyDatabase()
  const began = performance.now()
  const { rows } = await connected(databaseUrl(name), (owner) => restore(owner, streamed(chunks)))
  figure(
    `Backup: ${after - before.length} enquiries acknowledged while it was taken; ${rows} rows back in ${((performance.now() - began) / 1000).toFixed(1)} s`,
  )

  await connected(databaseUrl(name), async (restored) => {
    expect(unmailed(await checksums(restored))).toEqual(unmailed(held))
    const { rows: mailings } = await restored.query('select distinct state from mailings')
    const { rows: mails } = await restored.query(`select distinct state from mails where mailing_id is null`)
    expect([mailings, mails]).toEqual([[{ state: 'stopped' }], [{ state: 'cancelled' }]])
    const { rows: leads } = await restored.query<{ email: string }>('select email from leads')
    expect(leads.map(({ email }) => email)).toEqual(expect.arrayContaining(before))
    const { rows: sessions } = await restored.query('select from identity.sessions')
    expect(sessions).toEqual([])
  })
  expect(after).toBeGreaterThan(before.length)
  expect(unfilled).toEqual([])
})

test('F30: the commands bring a company back as it was, and leave the rows of the others as they are', async () => {
  const whole = join(folder, 'whole.gz')
  const one = join(folder, 'ada.gz')
  const { data: selection } = await ada.call(bulk.select, { body: { list: 'marketing', filter: {} } })
  const { data: written } = await ada.call(exports.begin, { body: { selection: selection.id, columns: ['email'] } })
  const worker = startWork(app.services, () => undefined)
  while ((await ada.call(jobs.one, { params: { id: written.job } })).data.state !== 'done') {
    worker.wake()
    await sleep(50)
  }
  await worker.stop()
  const file = `/marketing/lead_export/${written.job}`
  const { text } = await ada.send('GET', file)
  expect(text.split('\r\n').length).toBeGreaterThan(20)
  await command('backup', app.database, whole)
  const name = await emptyDatabase()
  await command('restore', name, whole)
  await command('backup', name, one, String(ada.companyId))
  expect((await stat(one)).mode & 0o777).toBe(0o600)
  const wanted = await connected(databaseUrl(name), (client) => checksums(client, ada.companyId))

  // Both companies go on, and then the one has an accident.
  const others = await connected(databaseUrl(name), async (owner) => {
    for (const { companyId } of [ada, bob])
      await owner.query(
        `begin; select set_config('leadroom.company', '${companyId}', true), set_config('leadroom.actor_kind', 'system', true),
          set_config('leadroom.channel', 'api', true), set_config('leadroom.act', 'test', true), set_config('leadroom.change_set', gen_random_uuid()::text, true);
        update leads set name = 'Changed since' where company_id = ${companyId};
        insert into leads (company_id, name, source) values (${companyId}, 'Added since', 'manual'); commit`,
      )
    await owner.query(`begin; set local session_replication_role = replica; delete from lead_comments where company_id = ${ada.companyId};
      delete from identity.memberships where company_id = ${ada.companyId}; commit`)
    return checksums(owner, bob.companyId)
  })
  await command('restore', name, one)

  await connected(databaseUrl(name), async (client) => {
    expect(unmailed(await checksums(client, ada.companyId))).toEqual(unmailed(wanted))
    expect(await checksums(client, bob.companyId)).toEqual(others)
  })
  const server = await startProgram({ ...SETTINGS, LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl(name) })
  try {
    const ask = (path: string, token?: string, body?: object) =>
      whenNotBusy(async () => {
        const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
          headers: {
            accept: 'application/json',
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(body ? { 'content-type': 'application/json', origin: `http://127.0.0.1:${server.port}` } : {}),
          },
          ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
        })
        if (answer.status === 503) throw Object.assign(new Error('The server is busy'), { status: answer.status })
        return answer
      })
    expect((await ask(assignedLeads.list.path, ada.token)).status).toBe(401)
    const { token } = Object(
      await (await ask('/api/v1/auth/sign-in/', undefined, { email: ada.email, password: ada.password })).json(),
    )
    const answer = await ask(`${marketingLeads.list.path}?search=Yuki`, token)
    const list = Object(await answer.json())
    expect([answer.status, list.message]).toEqual([200, undefined])
    const then = Object((await ada.send('GET', `${marketingLeads.list.path}?search=Yuki`)).json)
    expect(list.pagination).toEqual(then.pagination)
    expect(list.pagination.total).toBeGreaterThan(20)
    expect(await (await ask(file, token)).bytes()).toEqual(new Uint8Array(Buffer.from(text)))
    await expect(command('restore', name, one)).rejects.toThrow(/Stop the servers first/)
  } finally {
    server.kill('SIGKILL')
    await server.ended
  }
})

test('F30: what is no whole backup, or does not belong here, is refused with a sentence, and nothing changes', async () => {
  const { chunks } = await takeBackup(ada.companyId)
  const text = Buffer.concat(chunks).toString()
  const name = await emptyDatabase()
  const refusal = (backup: string) =>
    connected(databaseUrl(name), (owner) =>
      restore(owner, streamed([Buffer.from(backup)])).then(
        () => 'restored',
        (error: Error) => error.message,
      ),
    )

  expect(await refusal('')).toBe('This is not a backup.')
  expect(await refusal('{"hello":1}\n')).toBe('This is not a backup.')
  expect(await refusal(text.slice(0, text.lastIndexOf('{"sequences"')))).toBe('The backup is cut off.')
  expect(await refusal(text.slice(0, text.length / 2))).toMatch(/cut off|in the middle of a line|read back|COPY/)
  expect(await refusal(text.replace('Yuki Tanabe', 'Yuki Tanaba'))).toMatch(/^The backup is damaged: /)
  expect(await refusal(text.replace(/"digest":"./, '"digest":"z'))).toMatch(/^The backup is from another version/)
  await connected(databaseUrl(name), async (owner) => {
    expect(new Set(Object.values(await checksums(owner)).map((sum) => sum.split(' ')[0]))).toEqual(new Set(['0']))
    await owner.query(
      `insert into identity.companies (id, name) overriding system value values (${ada.companyId}, 'Somebody else')`,
    )
  })
  expect(await refusal(text)).toMatch(/^The backup is of another database: number \d+ of identity.companies/)
  const { chunks: all } = await takeBackup(null)
  expect(await refusal(Buffer.concat(all).toString())).toBe('Restore all companies only into an empty database.')
})

test('F30: a backup of one company with anything of another one is refused, and nothing changes', async () => {
  const { chunks } = await takeBackup(ada.companyId)
  const text = Buffer.concat(chunks).toString()
  const others = Buffer.concat((await takeBackup(bob.companyId)).chunks).toString()
  const name = await emptyDatabase()
  const refusal = (backup: string) =>
    connected(databaseUrl(name), (owner) =>
      restore(owner, streamed([Buffer.from(backup)])).then(
        () => 'restored',
        (error: Error) => error.message,
      ),
    )
  const mixed = (table: string) =>
    `The backup is of company ${ada.companyId}, but it has rows of another company in ${table}. Take a new backup.`
  const asAda = (section: string) => section.replace(/"company":\d+/, `"company":${ada.companyId}`)

  expect(await refusal(text.replace(`"company":${ada.companyId}`, `"company":${bob.companyId}`))).toMatch(
    `The backup is of company ${bob.companyId}, but it has rows of another company in `,
  )
  const added = (section: string) => text.replace('{"sequences"', () => `${section}{"sequences"`)
  expect(await refusal(added(sectionIn(others, 'leads')))).toBe(mixed('leads'))
  for (const table of ['leads', 'identity.memberships', 'identity.companies', 'identity.people'])
    expect(await refusal(added(asAda(sectionIn(others, table))))).toBe(mixed(table))
  const numbers = `lead_numbers.company_${bob.companyId}`
  expect(await refusal(text.replaceAll(`lead_numbers.company_${ada.companyId}`, numbers))).toBe(mixed(numbers))

  await connected(databaseUrl(name), async (owner) => {
    expect(new Set(Object.values(await checksums(owner)).map((sum) => sum.split(' ')[0]))).toEqual(new Set(['0']))
  })
  expect(await refusal(text)).toBe('restored')
})

/** A table's rows in a backup of one company, with the lines before and behind them. */
const sectionIn = (backup: string, table: string) => {
  const from = backup.indexOf(`{"table":"${table}"`)
  const end = backup.indexOf('\n', backup.indexOf('\n\\.\n', from) + 4)
  return backup.slice(from, end + 1)
}

test(
  'F30: an owner who cannot go round row-level security backs up and restores the same',
  { tags: 'slow' },
  async () => {
    const { chunks, held } = await takeBackup(null)
    const place = temporaryFolder('plain')
    const server = await startEmbedded({ folder: place, settings: { fsync: 'off' } })
    try {
      await connected(server.url('postgres'), async (postgres) => {
        await postgres.query(`create role plain login createrole password '${server.passwordOf('plain')}'`)
        await postgres.query('create database leads owner plain')
      })
      const url = server.url('leads', 'plain')
      await migrate(url)
      await connected(url, (owner) => restore(owner, streamed(chunks)))
      expect(unmailed(await connected(server.url('leads'), checksums))).toEqual(unmailed(held))

      const again: Buffer[] = []
      await connected(url, async (owner) => {
        for await (const chunk of backupOf(owner, null)) again.push(chunk)
      })
      const rowsIn = (backup: readonly Buffer[]) => {
        let isOfMails = false
        const lines = Buffer.concat([...backup])
          .toString()
          .split('\n')
          .slice(1, -2)
        return lines.filter((line) => {
          if (line.startsWith('{"table":')) isOfMails = /^\{"table":"(?:mails|mailings)"/.test(line)
          return !isOfMails
        })
      }
      expect(rowsIn(again)).toEqual(rowsIn(chunks))
    } finally {
      await server.stop()
      await rm(place, { recursive: true, force: true })
    }
  },
)

/** As people type it; fails with what it said where it does not end well. */
const command = async (name: 'backup' | 'restore', database: string, ...more: string[]) => {
  const { code, said } = await runCommand(name, database, more, SETTINGS)
  if (code !== 0) throw new Error(said)
}

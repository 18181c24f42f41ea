import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import { bulk } from '#contract/leads/bulk.ts'
import { EXPORT_COLUMN_NAMES, exports, type ExportColumn } from '#contract/leads/exports.ts'
import { jobs } from '#contract/platform/jobs.ts'
import { UTM_LABELS, UTM_NAMES } from '#contract/leads/enquiry-fields.ts'
import { startWork } from '#server/app/work.ts'
import { asWritten } from '#contract/kit/spreadsheet-guard.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { forgettingOf } from '#server/test/forgetting.ts'
import { putLead, refusal } from '#server/test/journey.ts'
import { MANAGER_KEYS, workOff } from '#server/test/leads.ts'
import { somebodyWaits } from '#server/test/waiting.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { forget } = forgettingOf(app)

const KEYS = [...MANAGER_KEYS, 'leads_export'] as const
const begin = async (person: TestPerson, filter = {}, columns: readonly ExportColumn[] = EXPORT_COLUMN_NAMES) => {
  const { data: selection } = await person.call(bulk.select, { body: { list: 'marketing', filter } })
  const { data } = await person.call(exports.begin, { body: { selection: selection.id, columns: [...columns] } })
  return data.job
}
const fileOf = async (person: TestPerson, id: number) => {
  const { status, text } = await person.send('GET', `/marketing/lead_export/${id}`)
  expect(status).toBe(200)
  return text
}
const read = (text: string): string[][] => parse(text, { bom: true }).map((row: string[]) => row.map(asWritten))

test('an export holds the chosen columns of the frozen filter in the order of the list, and nothing that came later', async () => {
  const ada = await app.signIn({ can: KEYS, name: 'Ada', timeZone: 'Asia/Kolkata' })
  const eve = await app.signIn({ can: KEYS })
  await putLead(app, eve, { name: 'Theirs' })
  for (const [name, hour] of [
    ['First', 1],
    ['Second', 20],
  ] as const)
    await putLead(
      app,
      ada,
      {
        name,
        created_at: `2026-03-0${hour > 12 ? 2 : 1}T${String(hour).padStart(2, '0')}:30:00Z`,
        assigned_qa: ada.id,
        status: 'assigned',
      },
      [
        { product_name: 'Hose, 2"', quantity: 3 },
        { product_name: 'Valve', quantity: 10 },
        { product_name: 'Seal', quantity: 1 },
      ],
    )
  const id = await begin(ada, { source: ['website_form'] }, [
    'name',
    'created_at',
    'assigned_qa',
    'product',
    'quantity',
    'more_products',
  ])
  await putLead(app, ada, { name: 'Late' })
  await workOff(app)

  const text = await fileOf(ada, id)
  expect(text.charCodeAt(0)).toBe(0xfeff)
  expect(read(text)).toEqual([
    ['Name', 'Received', 'QA', 'Product', 'Quantity', 'More products'],
    ['Second', '2026-03-03 02:00', 'Ada', 'Hose, 2"', '3', 'Valve × 10; Seal × 1'],
    ['First', '2026-03-01 07:00', 'Ada', 'Hose, 2"', '3', 'Valve × 10; Seal × 1'],
  ])
  expect((await ada.call(jobs.one, { params: { id } })).data).toMatchObject({
    title: 'Export 2 leads',
    outcomes: [{ outcome: 'written', count: 2 }],
  })
})

test('an export tells what led to each lead, however its sender has named it', async () => {
  const ada = await app.signIn({ can: KEYS })
  const eve = await app.signIn({ can: KEYS })
  await putLead(app, eve, { utm: { utm_source: 'theirs' } })
  const sent = [{ utm_source: 'google', utm_campaign: 'spring', utm_term: 'hose' }, { source: 'fair' }, null]
  for (const utm of sent) await putLead(app, ada, { utm }, [])
  const id = await begin(ada, { sort: 'lead_no', order: 'asc' }, [...UTM_NAMES])
  await workOff(app)

  const [headers = [], ...rows] = read(await fileOf(ada, id))
  expect(headers).toEqual(Object.values(UTM_LABELS))
  expect(rows).toEqual([
    ['google', '', 'spring', 'hose', ''],
    ['fair', '', '', '', ''],
    ['', '', '', '', ''],
  ])
})

test('C1: what somebody wrote to be run is a text in the file, and an honest number comes back as it was', async () => {
  const ada = await app.signIn({ can: KEYS })
  const texts = [
    '=HYPERLINK("http://evil.example")',
    '+49 30 901820',
    '-5',
    '@sum',
    '\t=1',
    "'=1",
    "O'Brien",
    'a;b,"c"',
    'zwei\nZeilen',
    '＝1',
  ]
  for (const text of texts) await putLead(app, ada, { name: text, company: text }, [])
  const id = await begin(ada, { sort: 'lead_no', order: 'asc' }, ['name', 'company'])
  await workOff(app)

  const text = await fileOf(ada, id)
  expect(read(text).slice(1)).toEqual(texts.map((each) => [each, each]))
  for (const [cell = ''] of parse(text, { bom: true }).slice(1))
    expect(cell).not.toMatch(/^(?!\+49 30 901820$|-5$)[=+\-@\t\r＝]/)
})

test('a long export holds each row once and in order, whatever its length', async () => {
  const ada = await app.signIn({ can: KEYS })
  await app.sql(
    ada.companyId,
    `insert into leads (company_id, name, source) select $1, 'Lead ' || n, 'api' from generate_series(1, 12000) n`,
    [ada.companyId],
  )
  const id = await begin(ada, { sort: 'lead_no', order: 'asc' }, ['lead_no', 'name'])
  await workOff(app)

  const rows = read(await fileOf(ada, id)).slice(1)
  expect(rows.map(([, name]) => name)).toEqual(Array.from({ length: 12_000 }, (_, at) => `Lead ${at + 1}`))
})

test('an export whose second connection is not to be had still writes each row once and in order', async () => {
  const ada = await app.signIn({ can: KEYS })
  await app.sql(
    ada.companyId,
    `insert into leads (company_id, name, source) select $1, 'Lead ' || n, 'api' from generate_series(1, 6000) n`,
    [ada.companyId],
  )
  const { jobPool } = app.services
  const id = await begin(ada, { sort: 'lead_no', order: 'asc' }, ['name'])
  const others = await Promise.all(Array.from({ length: (jobPool.options.max ?? 0) - 1 }, () => jobPool.connect()))
  await workOff(app).finally(() => others.forEach((other) => other.release()))

  const rows = read(await fileOf(ada, id)).slice(1)
  expect(rows.flat()).toEqual(Array.from({ length: 6_000 }, (_, at) => `Lead ${at + 1}`))
})

test('L7: the file is its person’s alone, while they hold the key, and for 24 hours', async () => {
  const ada = await app.signIn({ can: KEYS })
  const colleague = await app.signIn({ can: KEYS, colleagueOf: ada })
  const eve = await app.signIn({ can: KEYS })
  await putLead(app, ada)
  const id = await begin(ada)
  const fetchBy = (person: TestPerson) => person.call(exports.file, { params: { id } })
  expect(await refusal(fetchBy(ada))).toMatchObject({ status: 409 })
  await workOff(app)

  for (const other of [colleague, eve]) await expect(fetchBy(other)).rejects.toThrow('404 Export not found')
  await fileOf(ada, id)
  const age = (by: string) =>
    app.sql(ada.companyId, `update files set expires_at = expires_at - $2::interval where company_id = $1`, [
      ada.companyId,
      by,
    ])
  const stored = () =>
    app.sql(
      ada.companyId,
      `select f.id from files f join file_chunks c on c.company_id = f.company_id and c.file_id = f.id
      where f.company_id = $1 and f.entity = 'jobs' and f.entity_id = $2`,
      [ada.companyId, id],
    )
  await age('23 hours')
  await forget()
  expect(await stored()).toHaveLength(1)
  await fileOf(ada, id)
  await age('1 hour')
  // A node remembers for two seconds which file it is.
  await expect.poll(async () => (await refusal(fetchBy(ada))).status, { timeout: 60_000 }).toBe(410)
  await forget()
  expect(await stored()).toEqual([])
  expect(await refusal(fetchBy(ada))).toMatchObject({ status: 410 })
  await app.sql(ada.companyId, `update identity.memberships set permissions = '{}' where company_id = $1 and id = $2`, [
    ada.companyId,
    ada.id,
  ])
  app.services.auth.forgetAll()
  expect(await refusal(fetchBy(ada))).toMatchObject({ status: 403 })
})

test('L7: a key lost half-way stops an export, whose file nobody gets', async () => {
  const [ada, eve] = [await app.signIn({ can: KEYS }), await app.signIn({ can: KEYS })]
  for (const { companyId } of [ada, eve])
    await app.sql(
      companyId,
      `insert into leads (company_id, name, source) select $1, 'Lead ' || n, 'api' from generate_series(1, $2::int) n`,
      [companyId, companyId === ada.companyId ? LEADS : 1],
    )
  const id = await begin(ada, {}, ['name'])
  const setKeys = async (keys: string) => {
    await app.sql(ada.companyId, `update identity.memberships set permissions = ${keys} where company_id = $1`, [
      ada.companyId,
    ])
    app.services.auth.forgetAll()
  }
  let theirs = 0
  let working: Promise<unknown> | undefined
  // The parts that are written now wait to be stored, and with them all that come after.
  await app.holding(ada.companyId, 'lock table file_chunks in share mode', [], async () => {
    working = workOff(app)
    await somebodyWaits(app)
    // Only now: until here, whoever waits is Ada's export.
    theirs = await begin(eve, {}, ['name'])
    await setKeys(`array_remove(permissions, 'leads_export')`)
  })
  await working
  await workOff(app)

  const { data: job } = await ada.call(jobs.one, { params: { id } })
  expect(job).toMatchObject({ state: 'failed', message: expect.stringContaining('Export leads') })
  expect(job.done).toBeGreaterThan(0)
  expect(job.done).toBeLessThan(LEADS)
  await setKeys(`array_append(permissions, 'leads_export')`)
  expect(await refusal(ada.call(exports.file, { params: { id } }))).toMatchObject({ status: 409 })
  expect(await fileOf(eve, theirs)).toContain('Lead 1')
})

/** More than the chunks that are under way at a time hold. */
const LEADS = 12_000

test('L7: of ten exports asked for at once two run at a time, and all are written', async () => {
  const ada = await app.signIn({ can: KEYS })
  await putLead(app, ada)
  const ids = await Promise.all(Array.from({ length: 10 }, () => begin(ada, {}, ['name'])))
  let most = 0
  const workers = [1, 2, 3].map(() => startWork(app.services, () => {}))
  for (let open = 10; open > 0;) {
    const { rows } = await app.owner.query(
      `select count(*) filter (where state = 'running')::int as running, count(*) filter (where finished_at is null)::int as open from jobs where id = any($1)`,
      [ids],
    )
    most = Math.max(most, rows[0].running)
    open = rows[0].open
  }
  await Promise.all(workers.map((worker) => worker.stop()))

  expect(most).toBeLessThanOrEqual(2)
  for (const id of ids) expect(await fileOf(ada, id)).toContain('Yuki Tanabe')
})

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { contradictions } from '../checker.ts'
import { figure } from '../figures.ts'
import { ENQUIRY, openForm, QA_KEYS } from '../leads.ts'
import { openPlace } from '../place.ts'

const SENDERS = 8

/** Where the server is killed, and at about which pass: before a transaction, while its commit is under way, and behind it. */
const POINTS = [
  ['write.before_begin', 80],
  ['intake.after_leads', 50],
  ['write.before_commit', 90],
  ['write.after_commit', 100],
] as const

/** Restricted: its enquiries take a transaction more, in which the server is killed as well. */
const HELD = 'held.example'

const { app, start, close } = await openPlace({ INTAKE_PER_MINUTE: '999999' })
afterAll(close)

test('killed anywhere in intake, an enquiry without an idempotency key is one whole lead when it was acknowledged, else one or none', async () => {
  const qa = await app.signIn({ can: QA_KEYS })
  const form = await openForm(app, qa, 'crash-without-key')
  await app.sql(qa.companyId, 'insert into restricted_domains (company_id, domain_name) values ($1, $2)', [
    qa.companyId,
    HELD,
  ])
  const told = new Map<string, string>()
  const refused: string[] = []
  let sent = 0

  /** Each enquiry is sent once, whatever becomes of it. */
  const send = async (port: number) => {
    const domain = ++sent % 4 === 0 ? HELD : 'mill.example'
    const email = `enquiry-${sent}@${domain}`
    const answer = await fetch(`http://127.0.0.1:${port}${form}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...ENQUIRY, email }),
      signal: AbortSignal.timeout(30_000),
    })
    const said: any = await answer.json()
    if (answer.ok) told.set(email, said.data.reference)
    else if (answer.status !== 503) refused.push(`${answer.status} ${said.message}`)
  }

  for (const [point, pass] of POINTS) {
    const before = told.size
    const program = (await start(`${point}:${pass}`))!
    let alive = true
    void program.ended.then(() => (alive = false))
    const work = async () => {
      while (alive) await send(program.port).catch(() => undefined)
    }
    await Promise.all(Array.from({ length: SENDERS }, work))

    expect((await program.ended).signal, `${point} was passed:\n${program.output()}`).toBe('SIGKILL')
    expect(told.size, `acknowledged before ${point}`).toBeGreaterThan(before)
  }
  // What a killed server had asked for may still be stored.
  const underWay = `select from pg_stat_activity where datname = current_database() and backend_xid is not null`
  while ((await app.owner.query(underWay)).rowCount) await sleep(50)

  const { rows } = await app.owner.query(
    `
      select email, lead_no::text as reference, total_quantity,
        (select count(*)::int from lead_items i where i.company_id = l.company_id and i.lead_id = l.id) as lines,
        (select count(*)::int from restricted_domain_hits h where h.company_id = l.company_id and h.lead_id = l.id and h.domain_id = l.quarantined_by) as hits
      from leads l where company_id = $1`,
    [qa.companyId],
  )
  const stored = new Map(rows.map(({ email, reference }) => [email, reference]))
  expect(refused).toEqual([])
  expect(rows.length).toBe(stored.size)
  expect([...told].filter(([email, reference]) => stored.get(email) !== reference)).toEqual([])
  expect(rows.filter(({ lines, total_quantity }) => lines !== 1 || total_quantity !== 10)).toEqual([])
  expect(rows.filter(({ email, hits }) => hits !== (email.endsWith(HELD) ? 1 : 0))).toEqual([])
  expect(await contradictions(app.owner)).toEqual([])
  figure(
    `Intake without a key: ${POINTS.length} kills, ${sent} sent, ${told.size} acknowledged, 0 lost, 0 doubled; ${rows.length - told.size} stored without an answer`,
  )
})

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { notificationRules } from '#server/app/notification-rules.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { notifications, type NotificationChoice } from '#contract/platform/notifications.ts'
import { writeDigest } from './digest.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead } from '#server/test/journey.ts'
import { MANAGER_KEYS, QA_KEYS, workOff } from '#server/test/leads.ts'
import { startMailTrap } from '#server/test/mail-trap.ts'

const trap = await startMailTrap()
const app = await startTestApp({ SMTP_URL: trap.url, MAIL_FROM: 'Leads <leads@firm.example>' })
afterAll(async () => {
  await app.stop()
  await trap.stop()
})

const { choices, choose, list, read } = notifications
const team = async ({ timeZone = 'UTC', mia: miaName = 'Mia' } = {}) => {
  const mia = await app.signIn({ can: [...MANAGER_KEYS, 'marketing_leads_comments'], name: miaName })
  const ada = await app.signIn({ can: QA_KEYS, colleagueOf: mia, name: 'Ada', timeZone })
  return { mia, ada }
}
const wants = (
  person: TestPerson,
  digest: NotificationChoice['digest'],
  kind: NotificationChoice['kind'] = 'mentioned',
) => person.call(choose, { body: { kind, digest } })
const mention = async (from: TestPerson, to: TestPerson, comment = 'Look', lead = {}) => {
  const leadId = await putLead(app, from, { name: 'Yuki Tanabe', ...lead })
  await from.call(leadDetails.comment, { body: { leadId, comment, mentions: [to.id] } })
  return leadId
}
/** As if so much time had gone by since everything was written and chosen; then whatever is due is done. */
const later = async (interval: string) => {
  await app.owner.query(`update notification_preferences set digest_since = digest_since - $1::interval`, [interval])
  await app.owner.query(`update notifications set created_at = created_at - $1::interval`, [interval])
  await app.owner.query(`update mails set next_at = next_at - $1::interval`, [interval])
  await app.owner.query(`update identity.due set at = at - $1::interval where kind in ('digest', 'mail')`, [interval])
  await workOff(app)
}
const address = async ({ id }: TestPerson) =>
  (await app.owner.query('select email from identity.people where id = $1', [id])).rows[0].email
const mailsTo = async (person: TestPerson) => {
  const to = `<${await address(person)}>`
  return trap.mails.filter(({ recipients }) => recipients.includes(to))
}
/** Header lines, unfolded; and the two bodies as they are read. */
const opened = ({ text }: { text: string }) => {
  const [head = ''] = text.split('\n\n')
  const parts = text.split(/^--.*$/m).slice(1)
  const body = (type: string) => {
    const part = parts.find((one) => one.includes(`Content-Type: ${type}`)) ?? ''
    const [partHead = '', ...rest] = part.trimStart().split('\n\n')
    const raw = rest.join('\n\n')
    if (/base64/.test(partHead)) return Buffer.from(raw, 'base64').toString()
    const bytes = raw.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString()
  }
  return { headers: head.replace(/\n[ \t]+/g, ' ').split('\n'), plain: body('text/plain'), html: body('text/html') }
}

test('nobody is mailed who has not chosen it, and nothing before the hour is full', async () => {
  const { mia, ada } = await team()
  await mention(mia, ada)
  await later('3 hours')
  expect(await mailsTo(ada)).toEqual([])

  await wants(ada, 'hourly')
  await mention(mia, ada)
  await workOff(app)

  expect(await mailsTo(ada)).toEqual([])
})

test('an hour’s news comes in one mail, each once, with links into the app', async () => {
  const { mia, ada } = await team()
  await wants(ada, 'hourly')
  await wants(ada, 'hourly', 'assigned')
  const leadId = await mention(mia, ada, 'Is this <b>yours</b>?')
  const given = [await putLead(app, mia), await putLead(app, mia)]
  await mia.call(marketingLeads.assign, { body: { leadIds: given, staffId: ada.id } })

  await later('1 hour')
  await later('2 hours')

  const mails = await mailsTo(ada)
  expect(mails).toHaveLength(1)
  const { headers, plain, html } = opened(mails[0]!)
  expect(headers.find((line) => line.startsWith('Subject:'))).toMatch(/^Subject: 2 notifications from Company \d+$/)
  expect(plain).toContain(
    '2 leads were assigned to you by \u2068Mia\u2069: http://localhost:3000/marketing/notifications',
  )
  expect(plain).toContain(
    `\u2068Mia\u2069 mentioned you on \u2068Yuki Tanabe\u2069: http://localhost:3000/marketing/notifications?lead=${leadId}`,
  )
  expect(plain).toContain('Is this <b>yours</b>?')
  expect(plain).toContain('http://localhost:3000/marketing/notifications#choices')
  expect(html).toContain('Is this &#60;b&#62;yours&#60;/b&#62;?')
  expect(html).not.toContain('<b>')
  const stored = await app.sql(
    ada.companyId,
    `select d.sent_at, m.id, m.state from notification_digests d join mails m on m.kind = 'digest' and m.for_id = d.id where d.person_id = $1`,
    [ada.id],
  )
  expect(stored).toEqual([{ sent_at: expect.any(String), id: expect.anything(), state: 'sent' }])
  expect(headers.find((line) => line.startsWith('Message-ID:'))).toContain(`<s${ada.companyId}.${stored[0].id}.`)
  expect((await ada.call(choices, {})).data).toMatchObject({ mail: true, last_digest: { state: 'sent' } })
})

test('a daily mail comes at eight in the morning, where the person is', async () => {
  const { rows } = await app.owner.query(`
    select zone, digest_slot(written::timestamptz, 'daily', zone) as daily, digest_slot(written::timestamptz, 'hourly', zone) as hourly
    from (values ('2026-03-12T06:59:00Z', 'Europe/Berlin'), ('2026-03-12T07:00:00Z', 'Europe/Berlin'),
      ('2026-03-12T04:10:00Z', 'Asia/Kolkata'), ('2026-03-28T12:00:00Z', 'Europe/Berlin')) as t (written, zone)`)
  expect(rows).toEqual([
    { zone: 'Europe/Berlin', daily: '2026-03-12T07:00:00Z', hourly: '2026-03-12T07:00:00Z' },
    { zone: 'Europe/Berlin', daily: '2026-03-13T07:00:00Z', hourly: '2026-03-12T08:00:00Z' },
    { zone: 'Asia/Kolkata', daily: '2026-03-13T02:30:00Z', hourly: '2026-03-12T04:30:00Z' },
    // The night in which the clocks go forward.
    { zone: 'Europe/Berlin', daily: '2026-03-29T06:00:00Z', hourly: '2026-03-28T13:00:00Z' },
  ])

  const { mia, ada } = await team({ timeZone: 'Asia/Tokyo' })
  await wants(ada, 'daily')
  await mention(mia, ada)
  await later('24 hours')
  expect(await mailsTo(ada)).toHaveLength(1)
})

test('what was read, deleted with its comment, or written before it was wanted is not mailed', async () => {
  const { mia, ada } = await team()
  await mention(mia, ada, 'Before')
  await later('1 hour')
  await wants(ada, 'hourly')
  await mention(mia, ada, 'Read in time')
  const { data, seen } = await ada.call(list, { query: {} })
  await ada.call(read, { params: { id: data[0]!.id }, body: { seen } })
  await mention(mia, ada, 'Taken back')
  await app.sql(mia.companyId, `delete from lead_comments where body = 'Taken back'`)

  await later('2 hours')

  expect(await mailsTo(ada)).toEqual([])
})

test('a person who was deactivated gets none, and a colleague’s mail is about their own company alone', async () => {
  const { mia, ada } = await team()
  const other = await team()
  await app.owner.query(`update identity.people set email = $1 where id = $2`, [
    `other-${other.ada.id}@firm.example`,
    other.ada.id,
  ])
  await wants(ada, 'hourly')
  await wants(other.ada, 'hourly')
  await mention(mia, ada, 'Words of the first company')
  await mention(other.mia, other.ada, 'Words of the second')
  await app.sql(ada.companyId, `update identity.memberships set status = 'deactivated' where id = $1`, [ada.id])

  await later('1 hour')

  expect(await mailsTo(ada)).toEqual([])
  const [mail] = await mailsTo(other.ada)
  expect(mail!.recipients).toHaveLength(1)
  expect(opened(mail!).plain).toContain('Words of the second')
  expect(opened(mail!).plain).not.toContain('first company')
})

test('a lead that may not be seen any more is mailed without its name', async () => {
  const { mia, ada } = await team()
  await wants(ada, 'hourly')
  await mention(mia, ada, 'Secret words', { name: 'Secret Name' })
  await app.sql(ada.companyId, `update identity.memberships set permissions = '{}' where id = $1`, [ada.id])

  await later('1 hour')

  const [mail] = await mailsTo(ada)
  expect(opened(mail!).plain).toContain('mentioned you on a lead you can no longer see')
  expect(mail!.text).not.toContain('Secret')
})

test('E1: line ends in names and titles never make a header', async () => {
  const evil = 'Mia\r\nBcc: thief@evil.example\r\n\r\nbody'
  const { mia, ada } = await team({ mia: evil })
  await wants(ada, 'hourly')
  await app.owner.query(`update identity.companies set name = $1 where id = $2`, [
    'Firm\r\nBcc: thief@evil.example\u2028X-Evil: 1',
    mia.companyId,
  ])
  await mention(mia, ada, 'a\r\nBcc: thief@evil.example', { name: 'Lead\r\n.\r\nRCPT TO:<thief@evil.example>' })

  await later('1 hour')

  const [mail] = await mailsTo(ada)
  expect(mail!.recipients).toEqual([`<${await address(ada)}>`])
  const { headers } = opened(mail!)
  expect(headers.map((line) => line.split(':')[0]).sort()).toEqual([
    'Auto-Submitted',
    'Content-Type',
    'Date',
    'From',
    'MIME-Version',
    'Message-ID',
    'Subject',
    'To',
  ])
  expect(trap.mails.flatMap(({ recipients }) => recipients).join()).not.toContain('thief')
})

test('while the mail server is away nothing is lost, and nothing is sent twice', async () => {
  const { mia, ada } = await team()
  await wants(ada, 'hourly')
  await mention(mia, ada)
  trap.refuse('451 busy')
  await later('1 hour')
  expect(await mailsTo(ada)).toEqual([])
  expect((await ada.call(choices, {})).data.last_digest).toMatchObject({ state: 'sending' })

  trap.refuse(undefined)
  await later('5 minutes')

  expect(await mailsTo(ada)).toHaveLength(1)
})

test('an address that is refused for now is tried again after five minutes, and holds up nobody else', async () => {
  const { mia, ada } = await team()
  const ben = await app.signIn({ can: QA_KEYS, colleagueOf: mia, name: 'Ben' })
  for (const person of [ada, ben]) {
    await wants(person, 'hourly')
    await mention(mia, person)
  }
  const before = trap.refusals()
  trap.refuse('450 mailbox busy', await address(ada))
  await later('1 hour')
  expect([trap.refusals() - before, await mailsTo(ada), await mailsTo(ben)]).toEqual([1, [], [expect.anything()]])
  await later('4 minutes')
  expect(trap.refusals() - before).toBe(1)

  trap.refuse(undefined)
  await later('1 minute')
  expect([await mailsTo(ada), await mailsTo(ben)]).toEqual([[expect.anything()], [expect.anything()]])
})

test('what is taken back while its mail is being written makes no empty mail', async () => {
  const { mia, ada } = await team()
  await wants(ada, 'hourly')
  await mention(mia, ada, 'Gone in a moment')
  await app.owner.query(`update notification_preferences set digest_since = digest_since - interval '1 hour'`)
  await app.owner.query(`update notifications set created_at = created_at - interval '1 hour'`)
  let writing: ReturnType<typeof writeDigest> | undefined
  // What the lines are made of is read last, and stands still.
  await app.holding(mia.companyId, 'lock table jobs in access exclusive mode', [], async () => {
    writing = writeDigest(notificationRules(), app.services.tenants, mia.companyId, 'http://localhost:3000')
    await sleep(500)
    await app.sql(mia.companyId, `delete from lead_comments where body = 'Gone in a moment'`)
  })
  expect(await writing).toBeUndefined()
  expect(await app.sql(ada.companyId, 'select from notification_digests where person_id = $1', [ada.id])).toEqual([])
})

test('whoever is deactivated while their mail waits does not get it', async () => {
  const { mia, ada } = await team()
  await wants(ada, 'hourly')
  await mention(mia, ada)
  trap.refuse('451 busy')
  await later('1 hour')
  await app.sql(ada.companyId, `update identity.memberships set status = 'deactivated' where id = $1`, [ada.id])
  trap.refuse(undefined)
  await later('5 minutes')

  expect(await mailsTo(ada)).toEqual([])
})

test('an address that is refused for good is not written to again, and its person is told', async () => {
  const { mia, ada } = await team()
  await wants(ada, 'hourly')
  await mention(mia, ada)
  trap.refuse('550 no such person')
  await later('1 hour')
  trap.refuse(undefined)
  await later('5 hours')

  expect(await mailsTo(ada)).toEqual([])
  expect((await ada.call(choices, {})).data.last_digest).toMatchObject({ state: 'failed' })
})

test('several workers, as on several nodes, write to each person once', async () => {
  const { mia, ada } = await team()
  const people = [ada, ...(await Promise.all([1, 2, 3].map(() => app.signIn({ can: QA_KEYS, colleagueOf: mia }))))]
  for (const person of people) {
    await wants(person, 'hourly')
    for (let at = 0; at < 3; at++) await mention(mia, person)
  }
  await app.owner.query(`update notifications set created_at = created_at - interval '1 hour'`)
  await app.owner.query(`update notification_preferences set digest_since = digest_since - interval '1 hour'`)
  await app.owner.query(`update identity.due set at = now() where kind = 'digest'`)

  await Promise.all([workOff(app), workOff(app), workOff(app)])

  for (const person of people) expect(await mailsTo(person)).toHaveLength(1)
})

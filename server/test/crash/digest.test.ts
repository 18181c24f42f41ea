import { afterAll, expect, test } from 'vitest'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { howMany } from '../../../scripts/scope.mjs'
import type { TestPerson } from '../app.ts'
import { putLead } from '../journey.ts'
import { startMailTrap } from '../mail-trap.ts'
import { openPlace } from '../place.ts'

const trap = await startMailTrap()
const { app, start, close } = await openPlace({
  SMTP_URL: trap.url,
  MAIL_FROM: 'Leads <leads@firm.example>',
  MAIL_CONNECTIONS: '1',
})
afterAll(async () => {
  await close()
  await trap.stop()
})

/** Where a sender is killed, at which of its mails: the first, or when another has gone out already. */
const KILLS = Array.from({ length: howMany(1, 2) }, () => [
  { point: 'marked', pass: 1 },
  { point: 'sent', pass: 2 },
  { point: 'marked', pass: 2 },
  { point: 'sent', pass: 1 },
]).flat()

/** The place of the person whose mail a kill met. */
const lastOf = (kill: number) => KILLS.slice(0, kill + 1).reduce((sum, { pass }) => sum + pass, -1)

test('F24: killed before or after a mail has gone out, none is sent twice, and who is in doubt is told', async () => {
  const mia = await app.signIn({ can: ['marketing_leads_list', 'marketing_leads_comments'], name: 'Mia' })
  const people: TestPerson[] = []
  for (let at = 0; at < KILLS.reduce((sum, { pass }) => sum + pass, 1); at++)
    people.push(await app.signIn({ can: ['marketing_leads_list'], colleagueOf: mia }))
  const leadId = await putLead(app, mia)
  for (const person of people)
    await person.call(notifications.choose, { body: { kind: 'mentioned', digest: 'hourly' } })
  await mia.call(leadDetails.comment, { body: { leadId, comment: 'Look', mentions: people.map(({ id }) => id) } })
  await app.owner.query(`update notification_preferences set digest_since = digest_since - interval '1 hour'`)
  await app.owner.query(`update notifications set created_at = created_at - interval '1 hour'`)
  await app.owner.query(`update identity.due set at = now() where kind = 'digest'`)

  for (const kill of ['digest.written:1', ...KILLS.map(({ point, pass }) => `mail.${point}:${pass}`)]) {
    const program = await start(kill)
    if (program) expect((await program.ended).signal).toBe('SIGKILL')
    // Whoever is dead gives no sign of life: nobody has to wait until that is noticed.
    await app.owner.query(
      `update identity.due_turns set heartbeat_at = now() - interval '1 minute' where heartbeat_at is not null`,
    )
  }
  const last = await start()
  const waiting = async () =>
    (
      await app.owner.query(
        `select from notifications where digest_id is null union all select from mails where state in ('queued', 'handing')`,
      )
    ).rowCount !== 0
  while (await waiting()) await new Promise((resolve) => setTimeout(resolve, 50))
  last?.kill('SIGTERM')
  await last?.ended

  const states = await Promise.all(
    people.map(async (person) => (await person.call(notifications.choices, {})).data.last_digest?.state),
  )
  // Of each kill the last one is in doubt, the others before it have gone out.
  const doubtful = KILLS.flatMap(({ pass }) => [...Array.from({ length: pass - 1 }, () => 'sent'), 'in_doubt'])
  expect(states).toEqual([...doubtful, 'sent'])
  const unsent = new Set(KILLS.flatMap(({ point }, at) => (point === 'marked' ? people[lastOf(at)]!.id : [])))
  const { rows } = await app.owner.query('select id, email from identity.people where id = any($1) order by id', [
    people.map(({ id }) => id).filter((id) => !unsent.has(id)),
  ])
  expect(trap.mails.map(({ recipients }) => recipients.join())).toEqual(rows.map(({ email }) => `<${email}>`))
})

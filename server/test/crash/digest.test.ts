import { afterAll, expect, test } from 'vitest'
import { leadDetails } from '#contract/lead-details.ts'
import { notifications } from '#contract/notifications.ts'
import type { TestPerson } from '../app.ts'
import { putLead } from '../journey.ts'
import { startMailTrap } from '../mail-trap.ts'
import { GUARD, openPlace } from '../place.ts'

const trap = await startMailTrap()
const { app, start, close } = await openPlace({ SMTP_URL: trap.url, MAIL_FROM: 'Leads <leads@firm.example>' })
afterAll(async () => {
  await close()
  await trap.stop()
})

test(
  'F24: killed before or after a mail has gone out, none is sent twice, and who is in doubt is told',
  { timeout: GUARD },
  async () => {
    const mia = await app.signIn({ can: ['marketing_leads_list', 'marketing_leads_comments'], name: 'Mia' })
    const people: TestPerson[] = []
    for (const name of ['Ada', 'Ben', 'Cleo', 'Dan'])
      people.push(await app.signIn({ can: ['marketing_leads_list'], colleagueOf: mia, name }))
    const leadId = await putLead(app, mia)
    for (const person of people)
      await person.call(notifications.choose, { body: { kind: 'mentioned', digest: 'hourly' } })
    await mia.call(leadDetails.comment, { body: { leadId, comment: 'Look', mentions: people.map(({ id }) => id) } })
    await app.owner.query(`update notification_preferences set digest_since = digest_since - interval '1 hour'`)
    await app.owner.query(`update notifications set created_at = created_at - interval '1 hour'`)
    await app.owner.query(`update identity.due set at = now() where kind = 'digest'`)

    for (const crash of ['digest.before_send', 'digest.after_send:2']) {
      const program = await start(crash)
      if (program) expect((await program.ended).signal).toBe('SIGKILL')
    }
    const last = await start()
    const waiting = async () =>
      (
        await app.owner.query(
          `select from notifications where digest_id is null union all select from identity.due where kind = 'digest' and at <= now()`,
        )
      ).rowCount !== 0
    while (await waiting()) await new Promise((resolve) => setTimeout(resolve, 50))
    last?.kill('SIGTERM')
    await last?.ended

    await app.owner.query(`update notification_digests set created_at = created_at - interval '6 minutes'`)
    const states = await Promise.all(
      people.map(async (person) => (await person.call(notifications.choices, {})).data.last_digest?.state),
    )
    // Ada's was begun and never sent; Cleo's had gone out when its sender was killed.
    expect(states).toEqual(['in_doubt', 'sent', 'in_doubt', 'sent'])
    expect(trap.mails.map(({ recipients }) => recipients.join())).toEqual(
      await Promise.all(
        people.slice(1).map(async ({ id }) => {
          const { rows } = await app.owner.query('select email from identity.people where id = $1', [id])
          return `<${rows[0].email}>`
        }),
      ),
    )
  },
)

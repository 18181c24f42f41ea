import { afterAll, describe, expect, test } from 'vitest'
import { changes } from '#contract/changes.ts'
import { leadDetails } from '#contract/lead-details.ts'
import { NOTIFICATION_KINDS, notifications, type Choose, type NotificationKind } from '#contract/notifications.ts'
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

const { choices, choose, follow, list, usuals, changeUsual } = notifications
/** Mia keeps the settings; Ada leaves her choices as they are, Ben makes his own. */
const team = async () => {
  const mia = await app.signIn({ can: [...MANAGER_KEYS, 'marketing_leads_comments', 'configuration_edit'] })
  const [ada, ben] = await Promise.all([1, 2].map(() => app.signIn({ can: QA_KEYS, colleagueOf: mia })))
  return { mia, ada: ada!, ben: ben! }
}
const change = async (mia: TestPerson, body: Choose) => (await mia.call(changeUsual, { body })).data
const usualOf = async (person: TestPerson, kind: NotificationKind = 'mentioned') =>
  (await person.call(usuals, {})).data.choices.find((each) => each.kind === kind)
const choicesOf = async (person: TestPerson) =>
  (await person.call(choices, {})).data.choices.map(({ is_own, ...choice }) => ({ choice, is_own }))
const choiceOf = async (person: TestPerson, kind: NotificationKind = 'mentioned') =>
  (await choicesOf(person)).find(({ choice }) => choice.kind === kind)?.choice
const kindsOwn = async (person: TestPerson) =>
  (await choicesOf(person)).flatMap(({ choice, is_own }) => (is_own ? [choice.kind] : []))
const rows = ({ companyId }: TestPerson) =>
  app.sql(companyId, 'select kind, in_app, digest from notification_usuals where company_id = $1 order by id', [
    companyId,
  ])
const ownRows = ({ companyId, id }: TestPerson) =>
  app.sql(
    companyId,
    'select kind, in_app, digest from notification_preferences where company_id = $1 and person_id = $2',
    [companyId, id],
  )
const mention = async (from: TestPerson, comment: string, ...people: TestPerson[]) => {
  const leadId = await putLead(app, from, { name: 'Yuki Tanabe' })
  await from.call(leadDetails.comment, { body: { leadId, comment, mentions: people.map(({ id }) => id) } })
}
const told = async (person: TestPerson) =>
  (await person.call(list, { query: {} })).data.map(({ excerpt }) => excerpt).toReversed()
/** Which of the comments were written down for the person, in the app or for the mail. */
const stored = ({ companyId, id }: TestPerson) =>
  app.sql(
    companyId,
    `select c.body, n.in_app, n.digest_id is not null as mailed from notifications n
     join lead_comments c on c.company_id = n.company_id and c.id = (n.detail->>'commentId')::bigint
     where n.company_id = $1 and n.person_id = $2 order by n.id`,
    [companyId, id],
  )
const history = async (mia: TestPerson) => (await mia.call(changes.list, { query: { section: 'notifications' } })).data
const undoNewest = async (mia: TestPerson) =>
  mia.call(changes.undo, { body: { changeSet: (await history(mia))[0]!.change_set } })
const passed = async (interval: string) => {
  for (const table of ['notification_preferences', 'notification_usuals'])
    await app.owner.query(
      `alter table ${table} disable trigger user; update ${table} set digest_since = digest_since - interval '${interval}'; alter table ${table} enable trigger user`,
    )
  await app.owner.query(`update notifications set created_at = created_at - $1::interval`, [interval])
  await app.owner.query(`update identity.due set at = at - $1::interval where kind = 'digest'`, [interval])
}
/** As if so much time had gone by since everything was written and chosen; then whatever is due is done. */
const later = async (interval: string) => {
  await passed(interval)
  await workOff(app)
}
const mailsTo = async ({ id }: TestPerson) => {
  const { rows } = await app.owner.query('select email from identity.people where id = $1', [id])
  return trap.mails.filter(({ recipients }) => recipients.includes(`<${rows[0].email}>`))
}

describe('what people hear of until they choose', () => {
  test('is everything in the app and nothing by e-mail, until the company says otherwise, for itself alone', async () => {
    const [{ mia, ada }, eve] = [await team(), await team()]
    const first = NOTIFICATION_KINDS.map((kind) => ({ kind, in_app: true, digest: 'none' }))
    expect((await ada.call(usuals, {})).data).toEqual({ choices: first, mail: true })
    expect(await change(mia, { kind: 'mentioned' })).toEqual({ kind: 'mentioned', in_app: true, digest: 'none' })
    expect(await change(mia, { kind: 'mentioned', in_app: true })).toMatchObject({ in_app: true })
    expect([await rows(mia), await history(mia)]).toEqual([[], []])

    await change(mia, { kind: 'mentioned', in_app: false })
    await change(mia, { kind: 'mentioned', digest: 'daily' })
    await change(mia, { kind: 'job', digest: 'hourly' })
    await change(mia, { kind: 'job', digest: 'hourly' })

    const mentioned = { kind: 'mentioned', in_app: false, digest: 'daily' }
    const job = { kind: 'job', in_app: true, digest: 'hourly' }
    expect(await rows(mia)).toEqual([mentioned, job])
    expect([await usualOf(ada), await choiceOf(ada), await choiceOf(ada, 'job')]).toEqual([mentioned, mentioned, job])
    expect(await choiceOf(ada, 'assigned')).toEqual({ kind: 'assigned', in_app: true, digest: 'none' })
    expect((await eve.mia.call(usuals, {})).data.choices).toEqual(first)
    expect((await choicesOf(eve.ada)).map(({ choice }) => choice)).toEqual(first)
    expect([await rows(eve.mia), await history(eve.mia)]).toEqual([[], []])
  })

  test('what is off is not shown to who has chosen nothing, and is to who has; in another company to everybody', async () => {
    const [{ mia, ada, ben }, eve] = [await team(), await team()]
    await ben.call(choose, { body: { kind: 'mentioned', in_app: true } })
    await mention(mia, 'Before', ada, ben)
    await change(mia, { kind: 'mentioned', in_app: false })

    await mention(mia, 'Since', ada, ben)
    await mention(eve.mia, 'Elsewhere', eve.ada)

    expect([await told(ada), await told(ben)]).toEqual([['Before'], ['Before', 'Since']])
    expect(await told(eve.ada)).toEqual(['Elsewhere'])
    expect((await stored(ada)).map(({ body }) => body)).toEqual(['Before'])
  })

  test('who changes one part of a choice keeps the other as the company had it, whatever the company does then', async () => {
    const { mia, ada, ben } = await team()
    await change(mia, { kind: 'mentioned', in_app: false, digest: 'daily' })
    await ada.call(choose, { body: { kind: 'mentioned', in_app: true } })
    await ben.call(choose, { body: { kind: 'mentioned', digest: 'none' } })

    await change(mia, { kind: 'mentioned', in_app: true, digest: 'hourly' })

    expect(await ownRows(ada)).toEqual([{ kind: 'mentioned', in_app: true, digest: 'daily' }])
    expect(await ownRows(ben)).toEqual([{ kind: 'mentioned', in_app: false, digest: 'none' }])
    expect(await choiceOf(ben)).toEqual({ kind: 'mentioned', in_app: false, digest: 'none' })
  })

  test('holds again for whoever gives up their own choice, and follows the company from then on', async () => {
    const [{ mia, ada, ben }, eve] = [await team(), await team()]
    for (const person of [ada, ben, eve.ada])
      await person.call(choose, { body: { kind: 'mentioned', in_app: false, digest: 'hourly' } })
    await ada.call(choose, { body: { kind: 'job', in_app: false } })
    expect(await kindsOwn(ada)).toEqual(['mentioned', 'job'])
    await change(mia, { kind: 'mentioned', digest: 'daily' })

    const usual = { kind: 'mentioned', in_app: true, digest: 'daily' } as const
    expect((await ada.call(follow, { body: { kind: 'mentioned' } })).data).toEqual(usual)
    expect((await ada.call(follow, { body: { kind: 'mentioned' } })).data).toEqual(usual)
    expect((await ada.call(follow, { body: { kind: 'verdict' } })).data).toMatchObject({ digest: 'none' })

    expect([await kindsOwn(ada), await choiceOf(ada)]).toEqual([['job'], usual])
    await mention(mia, 'For both', ada, ben)
    expect([await told(ada), await told(ben)]).toEqual([['For both'], []])
    await change(mia, { kind: 'mentioned', in_app: false })
    expect(await choiceOf(ada)).toEqual({ ...usual, in_app: false })
    expect(await choiceOf(ben)).toEqual({ kind: 'mentioned', in_app: false, digest: 'hourly' })
    await ada.call(choose, { body: { kind: 'mentioned', in_app: true } })
    expect([await kindsOwn(ada), await choiceOf(ada)]).toEqual([['mentioned', 'job'], usual])
    expect(await kindsOwn(eve.ada)).toEqual(['mentioned'])
  })

  test('is told in the history by its kind, and an undo brings the former back', async () => {
    const { mia, ada } = await team()
    await change(mia, { kind: 'mentioned', in_app: false })
    await change(mia, { kind: 'mentioned', digest: 'daily' })
    expect(
      (await history(mia)).map(({ act, about, fields, not_undoable }) => [act, about?.name, fields, not_undoable]),
    ).toEqual([
      ['notifications.changeUsual', 'mentioned', ['digest'], null],
      ['notifications.changeUsual', 'mentioned', [], null],
    ])

    await undoNewest(mia)
    expect(await rows(mia)).toEqual([{ kind: 'mentioned', in_app: false, digest: 'none' }])
    const [, , created] = await history(mia)
    await mia.call(changes.undo, { body: { changeSet: created!.change_set } })

    expect(await rows(mia)).toEqual([])
    await mention(mia, 'Again', ada)
    expect(await told(ada)).toEqual(['Again'])
  })

  test('that was undone and set anew is not set twice by undoing the undo', async () => {
    const { mia } = await team()
    await change(mia, { kind: 'mentioned', in_app: false })
    await undoNewest(mia)
    const [undone] = await history(mia)
    await change(mia, { kind: 'mentioned', digest: 'daily' })

    const { status, json } = await mia.send('POST', '/marketing/undo_changes', { changeSet: undone!.change_set })

    expect([status, json.message]).toEqual([409, expect.stringContaining('there can be only one')])
    expect(await rows(mia)).toEqual([{ kind: 'mentioned', in_app: true, digest: 'daily' }])
  })

  test('is read by everybody and changed by whoever keeps the settings', async () => {
    const { mia, ada } = await team()
    expect(await usualOf(ada)).toBeDefined()
    await expect(change(ada, { kind: 'mentioned', in_app: false })).rejects.toThrow(
      '403 You need the permission configuration_edit',
    )
    expect(await rows(mia)).toEqual([])
  })

  test.each([
    ['kind', { kind: 'weather', in_app: false }],
    ['kind', { in_app: false }],
    ['digest', { kind: 'job', digest: 'weekly' }],
    ['in_app', { kind: 'job', in_app: 'no' }],
  ])('a wrong %s is refused by its name: %j', async (field, body) => {
    const { mia } = await team()
    const { status, json } = await mia.send('PUT', '/marketing/update_notification_usual', body)
    expect([status, json.errors?.[0]?.field]).toEqual([400, expect.stringContaining(field)])
    expect(await rows(mia)).toEqual([])
  })
})

describe('mails that the company has chosen', () => {
  test('go to who has chosen nothing, with the news since then alone; not to who wants none, nor to another company', async () => {
    const [{ mia, ada, ben }, eve] = [await team(), await team()]
    await ben.call(choose, { body: { kind: 'mentioned', digest: 'none' } })
    await mention(mia, 'Old words', ada, ben)
    await passed('1 hour')
    await change(mia, { kind: 'mentioned', digest: 'daily' })
    await mention(mia, 'New words', ada, ben)
    await mention(eve.mia, 'New words', eve.ada)

    await workOff(app)
    expect(await mailsTo(ada)).toEqual([])
    await later('24 hours')
    await later('24 hours')

    const mails = await mailsTo(ada)
    expect(mails.map(({ text }) => [text.includes('New words'), text.includes('Old words')])).toEqual([[true, false]])
    expect([await mailsTo(ben), await mailsTo(eve.ada)]).toEqual([[], []])
    expect(await stored(ada)).toEqual([
      { body: 'Old words', in_app: true, mailed: false },
      { body: 'New words', in_app: true, mailed: true },
    ])
  })

  test('tell also what is not shown in the app', async () => {
    const { mia, ada } = await team()
    await change(mia, { kind: 'mentioned', in_app: false, digest: 'hourly' })
    await mention(mia, 'By mail alone', ada)
    await later('1 hour')
    expect([await told(ada), (await mailsTo(ada)).length]).toEqual([[], 1])
  })

  test('begin anew when they are switched on again, by an undo too: what came meanwhile is not mailed', async () => {
    const { mia, ada } = await team()
    await change(mia, { kind: 'mentioned', digest: 'hourly' })
    await change(mia, { kind: 'mentioned', digest: 'none' })
    await mention(mia, 'Meanwhile', ada)
    await passed('1 minute')
    await undoNewest(mia)
    await mention(mia, 'Since', ada)

    await later('1 hour')

    expect(await rows(mia)).toEqual([{ kind: 'mentioned', in_app: true, digest: 'hourly' }])
    expect((await mailsTo(ada)).map(({ text }) => text.includes('Meanwhile'))).toEqual([false])
    expect((await stored(ada)).map(({ body, mailed }) => [body, mailed])).toEqual([
      ['Meanwhile', false],
      ['Since', true],
    ])
  })

  test('what waits for the morning comes with the next hour when the company changes to that', async () => {
    const { mia, ada } = await team()
    await change(mia, { kind: 'mentioned', digest: 'daily' })
    await mention(mia, 'Waits', ada)
    await app.owner.query(`delete from identity.due where kind = 'digest'`)
    await change(mia, { kind: 'mentioned', digest: 'hourly' })

    await workOff(app)
    await later('1 hour')

    expect(await mailsTo(ada)).toHaveLength(1)
  })

  test('come to who wanted none and gives that up, with the news since then alone', async () => {
    const { mia, ada, ben } = await team()
    await change(mia, { kind: 'mentioned', digest: 'daily' })
    for (const [person, digest] of [
      [ada, 'none'],
      [ben, 'hourly'],
    ] as const)
      await person.call(choose, { body: { kind: 'mentioned', digest } })
    await mention(mia, 'Old words', ada, ben)
    await passed('1 minute')
    for (const person of [ada, ben]) await person.call(follow, { body: { kind: 'mentioned' } })
    await mention(mia, 'New words', ada, ben)

    await later('24 hours')
    await later('24 hours')

    const tells = async (person: TestPerson) =>
      (await mailsTo(person)).map(({ text }) => ['Old words', 'New words'].filter((words) => text.includes(words)))
    expect([await tells(ada), await tells(ben)]).toEqual([[['New words']], [['Old words', 'New words']]])
  })

  test('begin anew also where the choice is undone and put into force again', async () => {
    const { mia, ada } = await team()
    await change(mia, { kind: 'mentioned', digest: 'hourly' })
    await undoNewest(mia)
    await mention(mia, 'Written while nobody was mailed', ada)
    await undoNewest(mia)
    expect(await rows(mia)).toEqual([{ kind: 'mentioned', in_app: true, digest: 'hourly' }])
    await mention(mia, 'Written since', ada)
    await later('1 hour')
    expect(await stored(ada)).toEqual([
      { body: 'Written while nobody was mailed', in_app: true, mailed: false },
      { body: 'Written since', in_app: true, mailed: true },
    ])
  })

  test('lose nothing that waits where a person who had some gives up the choice', async () => {
    const { mia, ada } = await team()
    await ada.call(choose, { body: { kind: 'mentioned', digest: 'daily' } })
    await mention(mia, 'Waits for the morning', ada)
    await change(mia, { kind: 'mentioned', digest: 'daily' })
    await ada.call(follow, { body: { kind: 'mentioned' } })
    await later('30 hours')
    expect(await stored(ada)).toEqual([{ body: 'Waits for the morning', in_app: true, mailed: true }])
  })

  test('who takes a choice of their own gets what was waiting for the mail all the same', async () => {
    const { mia, ada } = await team()
    await change(mia, { kind: 'mentioned', digest: 'daily' })
    await mention(mia, 'Waits', ada)
    await passed('1 minute')
    await ada.call(choose, { body: { kind: 'mentioned', digest: 'hourly' } })

    await later('1 hour')

    expect((await mailsTo(ada)).map(({ text }) => text.includes('Waits'))).toEqual([true])
  })
})

test('where the server sends no mail, none can be chosen for the company', async () => {
  const silent = await startTestApp()
  try {
    const mia = await silent.signIn({ can: ['configuration_edit'] })
    expect((await mia.call(usuals, {})).data.mail).toBe(false)
    await expect(mia.call(changeUsual, { body: { kind: 'job', digest: 'daily' } })).rejects.toThrow(
      '409 This server sends no e-mail',
    )
    expect(await silent.sql(mia.companyId, 'select from notification_usuals')).toEqual([])
  } finally {
    await silent.stop()
  }
})

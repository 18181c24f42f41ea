import { afterAll, describe, expect, test } from 'vitest'
import { changes } from '#contract/platform/changes.ts'
import { NOTIFICATION_KINDS, notifications } from '#contract/platform/notifications.ts'
import { startTestApp } from '#server/test/app.ts'
import { startMailTrap } from '#server/test/mail-trap.ts'
import { defaultsOf } from '#server/test/notification-defaults.ts'

const trap = await startMailTrap()
const app = await startTestApp({ SMTP_URL: trap.url, MAIL_FROM: 'Leads <leads@firm.example>' })
afterAll(async () => {
  await app.stop()
  await trap.stop()
})

const { choose, follow, usuals, changeUsual } = notifications
const {
  team,
  change,
  usualOf,
  choicesOf,
  choiceOf,
  kindsOwn,
  rows,
  ownRows,
  mention,
  told,
  stored,
  history,
  undoNewest,
} = defaultsOf(app, trap)

describe('default notifications', () => {
  test('is everything in the app and nothing by email, until the company says otherwise, for itself alone', async () => {
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
    // Those that can reach somebody of QA.
    const hers = (await choicesOf(eve.ada)).map(({ choice }) => choice)
    expect(hers).toEqual(first.filter(({ kind }) => hers.some((choice) => choice.kind === kind)))
    expect(hers.length).toBeGreaterThan(5)
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

    expect([status, json.message]).toEqual([409, expect.stringContaining('only one is allowed')])
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

test('where the server sends no mail, none can be chosen for the company', async () => {
  const silent = await startTestApp()
  try {
    const mia = await silent.signIn({ can: ['configuration_edit'] })
    expect((await mia.call(usuals, {})).data.mail).toBe(false)
    await expect(mia.call(changeUsual, { body: { kind: 'job', digest: 'daily' } })).rejects.toThrow(
      '409 This server doesn’t send email',
    )
    expect(await silent.sql(mia.companyId, 'select from notification_usuals')).toEqual([])
  } finally {
    await silent.stop()
  }
})

import { afterAll, describe, expect, test } from 'vitest'
import { notifications } from '#contract/platform/notifications.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { workOff } from '#server/test/leads.ts'
import { startMailTrap } from '#server/test/mail-trap.ts'
import { defaultsOf } from '#server/test/notification-defaults.ts'

const trap = await startMailTrap()
const app = await startTestApp({ SMTP_URL: trap.url, MAIL_FROM: 'Leads <leads@firm.example>' })
afterAll(async () => {
  await app.stop()
  await trap.stop()
})

const { choose, follow } = notifications
const { team, change, rows, mention, told, stored, undoNewest, passed, later, mailsTo } = defaultsOf(app, trap)

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

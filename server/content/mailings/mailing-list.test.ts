import { afterAll, expect, test } from 'vitest'
import { mailings } from '#contract/content/mailings.ts'
import { startTestApp } from '#server/test/app.ts'
import { addSubscribers, livePost, MAIL_ENV, people, send, withSite } from '#server/test/mailings.ts'

const app = await startTestApp({ ...MAIL_ENV, SMTP_URL: 'smtp://127.0.0.1:9', LOG_LEVEL: 'error' })
afterAll(() => app.stop())

test('the list can be narrowed to what waits for a person: stopped mailings, and those with mails in doubt', async () => {
  const { person, authorId } = await withSite(app)
  await addSubscribers(app, person, people(2))
  const [stopped, doubtful, held] = await Promise.all(
    [1, 2, 3].map(async () => send(person, (await livePost(app, person, authorId)).id)),
  )
  const set = (id: number | undefined, state: string, counts: object) =>
    app.sql(person.companyId, 'update mailings set state = $2, counts = $3 where company_id = $1 and id = $4', [
      person.companyId,
      state,
      JSON.stringify(counts),
      id,
    ])
  await set(stopped?.id, 'stopped', { sent: 1, queued: 1 })
  await set(doubtful?.id, 'done', { sent: 1, in_doubt: 1 })

  const ids = async (query: object) =>
    (await person.call(mailings.list, { query })).data.map(({ id }) => id).toSorted((one, other) => one - other)

  expect(await ids({ needs: 'person' })).toEqual([stopped?.id, doubtful?.id].toSorted((one, other) => one! - other!))
  expect(await ids({ state: ['held'] })).toEqual([held?.id])
})

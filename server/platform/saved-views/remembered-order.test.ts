import { afterAll, expect, test } from 'vitest'
import { savedViews } from '#contract/platform/saved-views.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const SCREEN = 'marketing-assigned-leads'
const seenBy = async (person: TestPerson) => (await person.call(savedViews.list, {})).data

test('a list remembers the order that one person gave it, until they take its own again', async () => {
  const ada = await app.signIn()
  const ben = await app.signIn({ colleagueOf: ada })
  const prefer = (body: object) => ada.send('PUT', savedViews.prefer.path, { screen: SCREEN, ...body })

  expect((await prefer({ sort: 'company', order: 'desc' })).status).toBe(200)
  expect((await seenBy(ada)).preferences).toMatchObject([{ screen: SCREEN, sort: 'company', order: 'desc' }])
  for (const other of [ben, await app.signIn()]) expect((await seenBy(other)).preferences).toEqual([])
  for (const [body, field] of [
    [{ sort: 'message', order: 'asc' }, 'sort'],
    [{ sort: 'company' }, 'order'],
    [{ sort: null, order: 'asc' }, 'sort'],
    [{ sort: 'company', order: 'up' }, 'order'],
  ] as const)
    expect([body, (await prefer(body)).json.errors]).toMatchObject([body, [{ field }]])

  expect((await prefer({ sort: null, order: null })).status).toBe(200)
  expect((await seenBy(ada)).preferences).toMatchObject([{ screen: SCREEN, sort: null, order: null }])
})

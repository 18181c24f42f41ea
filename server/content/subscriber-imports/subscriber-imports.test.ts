import { afterAll, expect, test } from 'vitest'
import { subscriberImports } from '#contract/content/subscriber-imports.ts'
import { subscribers } from '#contract/content/subscribers.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { workOff } from '#server/test/leads.ts'
import { subscribersOf } from '#server/test/subscribers.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { put, putWith, editor, details, statusOf } = subscribersOf(app)

const DECLARATION = 'These people agreed on 3 May 2026 through our stand at the trade fair.'
const upload = async (person: TestPerson, content: string) => {
  const bytes = new Uint8Array(Buffer.from(content))
  const { data: begun } = await person.call(subscriberImports.begin, {
    body: { file_name: 'list.csv', bytes: bytes.length },
  })
  await person.call(subscriberImports.part, { params: { id: begun.id, no: 0 }, bytes })
  return (await person.call(subscriberImports.finish, { body: begun })).data
}
const check = async (person: TestPerson, content: string, declaration?: string) => {
  const { id, columns } = await upload(person, content)
  const fields = columns.map(({ field }) => field)
  await person.call(subscriberImports.check, {
    body: { id, fields, ...(declaration === undefined ? {} : { declaration }) },
  })
  await workOff(app)
  return (await person.call(subscriberImports.read, { params: { id } })).data
}
const run = async (person: TestPerson, id: number, verb: 'start' | 'revert' = 'start') => {
  await person.call(subscriberImports[verb], { body: { id } })
  await workOff(app)
  return (await person.call(subscriberImports.read, { params: { id } })).data
}
const list = async (person: TestPerson, query = {}) =>
  (await person.call(subscribers.list, { query: { pageSize: 100, ...query } })).data
const proven = (...rows: string[]) => ['Email;Name;Consent date;Source', ...rows].join('\n')

test('rows that prove when and through what they agreed are subscribed, each with its proof; the others are rejected', async () => {
  const [ada, eve] = [await editor(), await editor()]
  const checked = await check(
    ada,
    proven(
      'Grace@Mill.example;Grace;2026-05-03;Trade fair',
      'bob@mill.example;Bob;03.05.2026;Shop',
      'none@mill.example;None;;',
      'half@mill.example;Half;2026-05-03;',
      'late@mill.example;Late;2199-01-01;Shop',
      'no address;X;2026-05-03;Shop',
      'grace@mill.example;Again;2026-05-03;Shop',
    ),
  )
  expect(checked.columns.map(({ field }) => field)).toEqual(['email', 'name', 'consent_at', 'consent_source'])
  expect(checked.counts).toMatchObject({ rows: 7, added: 2, rejected: 4, duplicates: 1, left: 0 })
  const { data: rows } = await ada.call(subscriberImports.rows, {
    params: { id: checked.id },
    query: { outcome: 'rejected' },
  })
  expect(rows.map(({ email, reasons }) => [email, reasons[0]!.message.slice(0, 30)])).toEqual([
    ['none@mill.example', 'It doesn’t say when and through'.slice(0, 30)],
    ['half@mill.example', 'It doesn’t say when and through'.slice(0, 30)],
    ['late@mill.example', 'Write the day on which they ag'],
    ['no address', 'Enter an email address like na'],
  ])
  expect(await list(ada)).toEqual([])

  expect(await run(ada, checked.id)).toMatchObject({ state: 'imported', counts: { added: 2 } })

  const grace = await details(ada, (await list(ada, { search: 'grace' }))[0]!.id)
  expect(grace).toMatchObject({
    status: 'subscribed',
    status_source: 'import',
    source: 'import',
    import_id: checked.id,
    confirmed_at: '2026-05-03T00:00:00Z',
  })
  expect(grace.consents).toMatchObject([
    {
      what: 'imported',
      wording: 'Agreed on 2026-05-03 through Trade fair',
      proof: 'list.csv, row 2',
      by: { name: 'Meera Krishnan' },
    },
  ])
  expect(await list(eve)).toEqual([])
  await expect(eve.call(subscriberImports.read, { params: { id: checked.id } })).rejects.toThrow('404')
})

test('one declaration proves all rows, and is stored with each; one that is too short proves nothing', async () => {
  const ada = await editor()
  const file = 'Email\na@mill.example\nb@mill.example'
  await expect(check(ada, file, 'They said yes')).rejects.toThrow('400 Say in 20 to 500 characters')
  await expect(check(ada, file, 'x'.repeat(501))).rejects.toThrow('400')

  const { id, counts } = await check(ada, file, DECLARATION)
  expect(counts).toMatchObject({ added: 2, rejected: 0 })
  await run(ada, id)

  for (const { id } of await list(ada))
    expect((await details(ada, id)).consents).toMatchObject([{ what: 'imported', wording: DECLARATION }])
})

test('an import raises no status and brings nobody back who left, complained, bounced, was blocked or erased', async () => {
  const ada = await editor()
  const statuses = ['unsubscribed', 'bounced', 'complained', 'blocked', 'unconfirmed', 'subscribed'] as const
  const ids = await Promise.all(statuses.map((status) => putWith(ada, status)))
  const erased = await put(ada, 'erased@mill.example')
  await ada.call(subscribers.erase, { params: { id: erased } })
  const file = [
    'Email',
    ...statuses.map((status) => `${status}@mill.example`),
    'erased@mill.example',
    'new@mill.example',
  ].join('\n')

  const checked = await check(ada, file, DECLARATION)
  expect(checked.counts).toMatchObject({ rows: 8, added: 1, left: 5, duplicates: 2 })
  expect((await run(ada, checked.id)).counts).toMatchObject({ added: 1, left: 5, duplicates: 2 })

  expect(await Promise.all(ids.map((id) => statusOf(ada, id)))).toEqual(statuses)
  expect(await list(ada)).toHaveLength(7)
  const { data: rows } = await ada.call(subscriberImports.rows, {
    params: { id: checked.id },
    query: { outcome: 'left' },
  })
  expect(rows.map(({ reasons }) => reasons[0]!.message)).toEqual([
    'It is unsubscribed here.',
    'It is bounced here.',
    'It is complained here.',
    'It is blocked here.',
    'It was erased here.',
  ])
})

test('C11: a reverted import leaves the list as it was; who left meanwhile stays, and a second import finds them', async () => {
  const ada = await editor()
  await putWith(ada, 'subscribed', 'before@mill.example')
  const before = JSON.stringify([await list(ada), (await ada.call(subscribers.summary, {})).data])
  const first = await check(ada, 'Email\na@mill.example\nb@mill.example', DECLARATION)
  await run(ada, first.id)

  expect(await run(ada, first.id, 'revert')).toMatchObject({ state: 'reverted', removed: 2, kept: 0 })
  expect(JSON.stringify([await list(ada), (await ada.call(subscribers.summary, {})).data])).toBe(before)

  const second = await check(ada, 'Email\na@mill.example\nb@mill.example', DECLARATION)
  await run(ada, second.id)
  const [left] = await list(ada, { search: 'a@mill' })
  await ada.call(subscribers.update, { params: { id: left!.id }, body: { status: 'unsubscribed' } })
  expect(await run(ada, second.id, 'revert')).toMatchObject({ removed: 1, kept: 1 })
  const { data: kept } = await ada.call(subscriberImports.kept, { params: { id: second.id }, query: {} })
  expect(kept).toMatchObject([{ email: 'a@mill.example', touched_by: { name: 'Meera Krishnan' } }])
  expect((await check(ada, 'Email\na@mill.example', DECLARATION)).counts).toMatchObject({ added: 0, left: 1 })
})

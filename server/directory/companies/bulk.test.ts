import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import { companies, type CompanyRole } from '#contract/directory/companies.ts'
import { contacts } from '#contract/directory/contacts.ts'
import { DIRECTORY_COMPANY_COLUMN_NAMES, directoryCompanyExports } from '#contract/directory/directory-exports.ts'
import { changes } from '#contract/platform/changes.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { DIRECTORY_KEYS } from '#server/test/directory.ts'
import { refusal } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'
import { undoLast } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const editor = () => app.signIn({ can: [...DIRECTORY_KEYS, 'changes_undo_others'] })
const put = async (person: TestPerson, name: string, more: { tags?: string[]; roles?: CompanyRole[] } = {}) =>
  (await person.call(companies.add, { body: { name, ...more } })).data.id
const chosen = async (person: TestPerson, ids: number[]) =>
  (await person.call(companies.select, { body: { ids } })).data.id

/** What is stored, by name; of a company that was deleted, nothing. */
const stored = async ({ companyId }: TestPerson, field: 'tags' | 'roles') =>
  Object.fromEntries(
    (
      await app.sql(
        companyId,
        `select name, ${field} as words from directory_companies where company_id = $1 and removed_at is null order by name`,
        [companyId],
      )
    ).map(({ name, words }) => [name, words]),
  )

test('tags of many companies are added and taken away in one act; those that would have too many are skipped', async () => {
  const [ada, eve] = [await editor(), await editor()]
  const full = Array.from({ length: 20 }, (_, at) => `Tag ${at}`)
  const ids = [
    await put(ada, 'Aker', { tags: ['North', 'fair'] }),
    await put(ada, 'Bolt', { tags: ['Fair 2026'] }),
    await put(ada, 'Cuno', { tags: full }),
  ]
  await put(eve, 'Theirs', { tags: ['fair'] })
  const body = { selection: await chosen(ada, ids), add: ['Fair 2026'], remove: ['FAIR'] }

  const { data: dry } = await ada.call(companies.tagMany, { body: { ...body, dryRun: true } })
  expect(dry.foreseen).toEqual(
    expect.arrayContaining([
      { outcome: 'tagged', message: null, count: 1 },
      { outcome: 'skipped', message: 'Its tags would not change', count: 1 },
      { outcome: 'skipped', message: 'A company has 20 tags at most', count: 1 },
    ]),
  )
  expect((await stored(ada, 'tags'))['Aker']).toEqual(['North', 'fair'])

  await ada.call(companies.tagMany, { body })
  await workOff(app)
  expect(await stored(ada, 'tags')).toEqual({ Aker: ['North', 'Fair 2026'], Bolt: ['Fair 2026'], Cuno: full })

  await undoLast(ada)
  expect((await stored(ada, 'tags'))['Aker']).toEqual(['North', 'fair'])
  expect(await stored(eve, 'tags')).toEqual({ Theirs: ['fair'] })
})

test('roles of many companies are changed; companies that are deleted leave the list, and each act can be undone', async () => {
  const ada = await editor()
  const ids = [await put(ada, 'Aker', { roles: ['partner'] }), await put(ada, 'Bolt', { roles: ['customer'] })]
  await put(ada, 'Cuno')
  const selection = await chosen(ada, ids)

  await ada.call(companies.roleMany, { body: { selection, add: ['customer'], remove: ['partner'] } })
  await workOff(app)
  expect(await stored(ada, 'roles')).toEqual({ Aker: ['customer'], Bolt: ['customer'], Cuno: [] })
  await ada.call(companies.removeMany, { body: { selection } })
  await workOff(app)
  expect(await stored(ada, 'roles')).toEqual({ Cuno: [] })
  expect((await ada.call(companies.list, { query: {} })).pagination.total).toBe(1)

  await undoLast(ada)
  expect((await ada.call(companies.list, { query: {} })).pagination.total).toBe(3)
  const { data: acts } = await ada.call(changes.list, { query: {} })
  const roles = acts.find(({ act }) => act === 'companies.roleMany')
  await ada.call(changes.undo, { body: { changeSet: roles!.change_set } })
  expect(await stored(ada, 'roles')).toEqual({ Aker: ['partner'], Bolt: ['customer'], Cuno: [] })
})

test('contacts are tagged by the same rule', async () => {
  const ada = await editor()
  const { data: asha } = await ada.call(contacts.add, { body: { name: 'Asha', tags: ['old'] } })
  const { data: selection } = await ada.call(contacts.select, { body: { ids: [asha.id] } })

  await ada.call(contacts.tagMany, { body: { selection: selection.id, add: ['new', 'New'], remove: ['Old'] } })
  await workOff(app)

  expect((await ada.call(contacts.details, { params: { id: asha.id } })).data.tags).toEqual(['new'])
})

test('companies that a filter finds are exported as a file of their company alone', async () => {
  const [ada, eve] = [await editor(), await editor()]
  await put(ada, 'Aker', { roles: ['vendor'], tags: ['North', 'Fair'] })
  await put(ada, 'Bolt')
  await put(eve, 'Theirs', { roles: ['vendor'] })
  const { data: selection } = await ada.call(companies.select, { body: { filter: { role: ['vendor'] } } })

  const body = { selection: selection.id, columns: DIRECTORY_COMPANY_COLUMN_NAMES }
  const { data } = await ada.call(directoryCompanyExports.begin, { body })
  await workOff(app)

  const path = `/communication/export_companies/${data.job}`
  const rows = parse<Record<string, string>>((await ada.send('GET', path)).text, { bom: true, columns: true })
  expect(rows).toMatchObject([{ Name: 'Aker', Roles: 'vendor', Tags: 'North, Fair' }])
  expect((await eve.send('GET', path)).status).toBe(404)
})

test('nothing is chosen, a role that is none, another company’s selection, and a reader are refused; nothing is stored', async () => {
  const [ada, eve] = [await editor(), await editor()]
  const selection = await chosen(ada, [await put(ada, 'Aker', { roles: ['partner'] })])
  const reader = await app.signIn({ can: ['contacts_list'], colleagueOf: ada })

  expect(await refusal(ada.call(companies.tagMany, { body: { selection } }))).toMatchObject({
    status: 400,
    errors: [{ field: 'add' }],
  })
  const wrong = ['king'] as unknown as CompanyRole[]
  expect(await refusal(ada.call(companies.roleMany, { body: { selection, add: wrong } }))).toMatchObject({
    status: 400,
  })
  const theirs = [
    eve.call(companies.tagMany, { body: { selection, add: ['x'] } }),
    eve.call(companies.removeMany, { body: { selection } }),
  ]
  expect(await Promise.all(theirs.map(refusal))).toMatchObject([{ status: 404 }, { status: 404 }])
  expect(await refusal(reader.call(companies.roleMany, { body: { selection, add: ['vendor'] } }))).toMatchObject({
    status: 403,
  })
  await workOff(app)
  expect(await stored(ada, 'roles')).toEqual({ Aker: ['partner'] })
})

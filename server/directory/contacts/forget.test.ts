import { afterAll, expect, test } from 'vitest'
import { contacts } from '#contract/directory/contacts.ts'
import { changes } from '#contract/platform/changes.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { DIRECTORY_KEYS, keep } from '#server/test/directory.ts'
import { putLead } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'
import { undoLast } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const editor = () => app.signIn({ can: [...DIRECTORY_KEYS, 'changes_undo_others'], name: 'Meera Krishnan' })
const names = async (person: TestPerson, query: object = {}) =>
  (await person.call(contacts.list, { query })).data.map(({ name }) => name)

test('forgetting takes what was said of a person from the rows and the history; nothing old brings it back, a new enquiry does', async () => {
  const [ada, eve] = [await editor(), await editor()]
  const said = {
    name: 'Asha Rao',
    email: 'asha@norrvik.example',
    phone: '+4681234567',
    company: 'Norrvik AB',
    country: 'SE',
  }
  const lead = await putLead(app, ada, { ...said, created_at: '2026-03-01T10:00:00Z' })
  await keep(app, ada)
  const { id } = (await ada.call(contacts.list, { query: {} })).data[0]!
  await ada.call(contacts.update, {
    params: { id },
    body: { name: 'Asha Secret', note: 'Secret note', email: 'secret@norrvik.example' },
  })
  const { data: theirs } = await eve.call(contacts.add, { body: { name: 'Asha Secret' } })

  await expect(eve.call(contacts.forget, { body: { id } })).rejects.toThrow('404')
  await ada.call(contacts.forget, { body: { id } })

  await expect(ada.call(contacts.details, { params: { id } })).rejects.toThrow('404')
  for (const table of ['directory_contacts', 'directory_facts', 'directory_keys', 'change_values', 'changes']) {
    const stored = await app.sql(ada.companyId, `select * from ${table} where company_id = $1`, [ada.companyId])
    expect([table, /secret/i.test(JSON.stringify(stored))]).toEqual([table, false])
  }
  for (const { change_set } of (await ada.call(changes.list, { query: {} })).data)
    await ada.call(changes.undo, { body: { changeSet: change_set } }).catch(() => undefined)
  await app.sql(ada.companyId, `update leads set city = 'Lund' where id = $1`, [lead])
  await keep(app, ada)
  expect(await names(ada)).toEqual([])
  expect((await eve.call(contacts.details, { params: { id: theirs.id } })).data.name).toBe('Asha Secret')

  await putLead(app, ada, { ...said, name: 'A. Rao' })
  await keep(app, ada)
  expect(await names(ada)).toEqual(['A. Rao'])
})

test('a deleted contact stays off the list until something is heard of it again', async () => {
  const ada = await editor()
  const said = { name: 'Asha Rao', email: 'asha@norrvik.example' }
  await putLead(app, ada, { ...said, created_at: '2026-03-01T10:00:00Z' })
  await keep(app, ada)
  const { id } = (await ada.call(contacts.list, { query: {} })).data[0]!

  await ada.call(contacts.remove, { body: { id } })
  expect(await names(ada)).toEqual([])
  await putLead(app, ada, said)
  await keep(app, ada)

  expect((await ada.call(contacts.list, { query: {} })).data).toMatchObject([{ id, name: 'Asha Rao' }])
})

test('the id of a contact that was merged answers with the one that it has become', async () => {
  const ada = await editor()
  const { data: one } = await ada.call(contacts.add, { body: { name: 'Asha', email: 'a@firm.example' } })
  const { data: other } = await ada.call(contacts.add, { body: { name: 'Asha Rao', email: 'b@firm.example' } })
  await app.sql(ada.companyId, `update directory_contacts set merged_into = $1 where id = $2`, [one.id, other.id])

  const { data } = await ada.call(contacts.details, { params: { id: other.id } })

  expect(data).toMatchObject({ id: one.id, merged_from: other.id })
  await ada.call(contacts.forget, { body: { id: one.id } })
  const stored = await app.sql(ada.companyId, `select own from directory_contacts where company_id = $1`, [
    ada.companyId,
  ])
  expect(stored).toEqual([{ own: {} }, { own: {} }])
})

test('all contacts of a selection are tagged, or deleted, each as one act that can be undone', async () => {
  const [ada, eve] = [await editor(), await editor()]
  for (const name of ['Asha', 'Bo', 'Cara']) await ada.call(contacts.add, { body: { name, tags: ['old'] } })
  await eve.call(contacts.add, { body: { name: 'Theirs', tags: ['old'] } })
  const { data: selection } = await ada.call(contacts.select, { body: { filter: { tags: ['old'], search: 'a' } } })
  expect(selection.count).toBe(2)

  const body = { selection: selection.id, add: ['Fair'], remove: ['OLD'] }
  const { data: dry } = await ada.call(contacts.tagMany, { body: { ...body, dryRun: true } })
  expect(dry.foreseen).toContainEqual({ outcome: 'tagged', message: null, count: 2 })
  await ada.call(contacts.tagMany, { body })
  await workOff(app)
  expect([
    await names(ada, { tags: ['Fair'], sort: 'name', order: 'asc' }),
    await names(ada, { tags: ['old'] }),
  ]).toEqual([['Asha', 'Cara'], ['Bo']])
  await undoLast(ada)
  expect(await names(ada, { tags: ['Fair'] })).toEqual([])

  await ada.call(contacts.removeMany, { body: { selection: selection.id } })
  await workOff(app)
  expect(await names(ada)).toEqual(['Bo'])
  await expect(eve.call(contacts.tagMany, { body })).rejects.toThrow('404')
  expect(await names(eve, { tags: ['old'] })).toEqual(['Theirs'])
  const reader = await app.signIn({ colleagueOf: ada, can: ['contacts_list'] })
  await expect(reader.call(contacts.removeMany, { body: { selection: selection.id } })).rejects.toThrow('403')
})

import { afterAll, expect, test } from 'vitest'
import { leadImports } from '#contract/leads/imports.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { startTestApp } from '#server/test/app.ts'
import { HEADER, importer, importFile, uploadFile } from '#server/test/imports.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const FILE = `${HEADER}\nYuki;yuki@mill.example;;;;;\n`

test('the imports of one area are unknown to the calls of another, also when it knows their ids', async () => {
  const ada = await importer(app)
  const [leads, others] = [await importFile(app, ada, FILE), await uploadFile(ada, FILE)]
  await app.sql(ada.companyId, `update imports set entity = 'products' where id = $1`, [others.id])

  const [params, body] = [{ id: others.id }, { id: others.id }]
  await expect(ada.call(leadImports.read, { params })).rejects.toThrow('404 Import not found')
  await expect(ada.call(leadImports.rows, { params, query: {} })).rejects.toThrow('404 Import not found')
  await expect(ada.call(leadImports.kept, { params, query: {} })).rejects.toThrow('404 Import not found')
  await expect(ada.call(leadImports.check, { body: { ...body, fields: ['name'] } })).rejects.toThrow('404 Import not')
  await expect(ada.call(leadImports.discard, { body })).rejects.toThrow('404 Import not found')
  expect((await ada.call(leadImports.list, { query: {} })).data.map(({ id }) => id)).toEqual([leads.id])
  expect(await app.sql(ada.companyId, 'select state from imports where id = $1', [others.id])).toEqual([
    { state: 'mapping' },
  ])
})

test('an area remembers what columns hold for its own files only', async () => {
  const ada = await importer(app)
  await importFile(app, ada, FILE)
  expect(await uploadFile(ada, FILE)).toMatchObject({ remembered: true })

  await app.sql(ada.companyId, `update import_mappings set entity = 'products' where company_id = $1`, [ada.companyId])

  expect(await uploadFile(ada, FILE)).toMatchObject({ remembered: false })
})

test('an import is told once: its end, and not the check of its rows', async () => {
  const [ada, eve] = [await importer(app), await importer(app)]
  await importFile(app, ada, FILE)

  const { data } = await ada.call(notifications.list, { query: {} })
  expect(data.map(({ words }) => words.map(({ text }) => text).join(''))).toEqual([
    expect.stringMatching(/^“Import.*leads\.csv.*” is done$/),
  ])
  expect((await eve.call(notifications.list, { query: {} })).data).toEqual([])
})

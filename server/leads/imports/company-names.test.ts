import { afterAll, expect, test } from 'vitest'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { startTestApp } from '#server/test/app.ts'
import { IMPORT_KEYS, importFile, storedLeads } from '#server/test/imports.ts'
import { MANAGER_KEYS } from '#server/test/leads.ts'
import { undoLast } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = [...new Set([...MANAGER_KEYS, ...IMPORT_KEYS, 'marketing_leads_edit'] as const)]
const NAMES = 'id, name, company, name_is_company'

test('a company without a person gives its lead the name, until somebody knows better', async () => {
  const ada = await app.signIn({ can: KEYS })
  const found = await importFile(
    app,
    ada,
    'Company,Email\nMill Works,info@mill.example\nMill Works,sales@mill.example\n,nobody@mill.example\n',
  )
  expect(found.counts).toMatchObject({ added: 2, rejected: 1, duplicates: 0 })
  const mill = { name: 'Mill Works', company: 'Mill Works', name_is_company: true }
  const leads = await storedLeads(app, ada, NAMES)
  expect(leads).toMatchObject([mill, mill])
  const enquiryId = Number(leads[0].id)
  const stored = async () => (await storedLeads(app, ada, NAMES))[0]

  await ada.call(leadEdits.update, { body: { enquiryId, company: 'Mill Works Ltd' } })
  expect(await stored()).toMatchObject({ ...mill, name: 'Mill Works Ltd', company: 'Mill Works Ltd' })
  await ada.call(leadEdits.update, { body: { enquiryId, name: 'Ann Smith' } })
  expect(await stored()).toMatchObject({ name: 'Ann Smith', name_is_company: null })
  await undoLast(ada)
  expect(await stored()).toMatchObject({ name: 'Mill Works Ltd', name_is_company: true })
  await undoLast(ada)
  expect(await stored()).toMatchObject({ name: 'Ann Smith', name_is_company: null })
  await ada.call(leadEdits.update, { body: { enquiryId, company: 'Mill' } })
  expect(await stored()).toMatchObject({ name: 'Ann Smith', company: 'Mill' })
})

test('a placeholder for a name is one where the company is known', async () => {
  const ada = await app.signIn({ can: KEYS })

  await importFile(app, ada, 'Name,Company,Email\nN/A,Mill Works,info@mill.example\nUnknown,,u@mill.example\n')

  expect(await storedLeads(app, ada, 'name')).toEqual([{ name: 'Mill Works' }, { name: 'Unknown' }])
})

import { afterAll, expect, test } from 'vitest'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { leadImports } from '#contract/leads/imports.ts'
import { startTestApp } from '#server/test/app.ts'
import { IMPORT_KEYS, importFile, storedLeads } from '#server/test/imports.ts'
import { MANAGER_KEYS, workOff } from '#server/test/leads.ts'
import { undoLast } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = [...new Set([...MANAGER_KEYS, ...IMPORT_KEYS, 'marketing_leads_edit'] as const)]

test('reverting takes a lead whose change was undone, and keeps one whose undo was undone', async () => {
  const ada = await app.signIn({ can: KEYS })
  const { id } = await importFile(
    app,
    ada,
    'Name,Email\nAnn,ann@mill.example\nBen,ben@mill.example\nCleo,cleo@mill.example\n',
  )
  const [ann, ben, cleo] = (await storedLeads(app, ada, 'id')).map((lead: { id: unknown }) => Number(lead.id))
  const rename = (enquiryId = 0) => ada.call(leadEdits.update, { body: { enquiryId, name: 'Renamed' } })
  await rename(ann)
  await undoLast(ada)
  await rename(ben)
  await undoLast(ada)
  await undoLast(ada)
  await rename(cleo)

  await ada.call(leadImports.revert, { body: { id } })
  await workOff(app)

  expect((await ada.call(leadImports.read, { params: { id } })).data).toMatchObject({ removed: 1, kept: 2 })
  expect((await storedLeads(app, ada, 'id')).map((lead: { id: unknown }) => Number(lead.id))).toEqual([ben, cleo])
})

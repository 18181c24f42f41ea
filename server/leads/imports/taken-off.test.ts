import { afterAll, expect, test } from 'vitest'
import { leadImports } from '#contract/leads/imports.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { startTestApp } from '#server/test/app.ts'
import { HEADER, IMPORT_KEYS, importFile, storedLeads } from '#server/test/imports.ts'
import { MANAGER_KEYS, putOnList, QA_KEYS, workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const team = async () => {
  const mara = await app.signIn({
    can: [...IMPORT_KEYS, ...MANAGER_KEYS, 'qa_auto_assign_delete', 'qa_auto_assign_list'],
  })
  const [ann, ben] = [
    await app.signIn({ can: QA_KEYS, colleagueOf: mara }),
    await app.signIn({ can: QA_KEYS, colleagueOf: mara }),
  ]
  await putOnList(app, ann, 'qa')
  const rows = ['Shared out', 'Given by hand'].map((name, at) => `${name};lead${at}@werk.example;;;;;`)
  const { id } = await importFile(app, mara, [HEADER, ...rows, ''].join('\n'))
  await workOff(app)
  await putOnList(app, ben, 'qa')
  return { mara, ann, ben, id }
}

test('that the leads of somebody who was removed from the list went to others is no work on them', async () => {
  const [{ mara, ann, ben, id }, eve] = [await team(), await team()]
  const owners = async () => (await storedLeads(app, mara, 'name, assigned_qa')).map((lead) => Object.values(lead))
  expect(await owners()).toEqual([
    ['Shared out', ann.id],
    ['Given by hand', ann.id],
  ])
  const [entry] = await app.sql(mara.companyId, 'select id::int from assignment_entries where staff_id = $1', [ann.id])
  await mara.send('DELETE', `/marketing/delete_qa_autoassign/${entry.id}?open_work=redistribute`)
  expect(await owners()).toEqual([
    ['Shared out', ben.id],
    ['Given by hand', ben.id],
  ])
  const byHand = (await storedLeads(app, mara, 'id::int')).at(-1)!['id']
  await mara.call(marketingLeads.assign, { body: { leadIds: [byHand], staffId: ann.id } })

  await mara.call(leadImports.revert, { body: { id } })
  await workOff(app)

  expect((await mara.call(leadImports.read, { params: { id } })).data).toMatchObject({ removed: 1, kept: 1 })
  expect(await storedLeads(app, mara, 'name')).toEqual([{ name: 'Given by hand' }])
  expect(await storedLeads(app, eve.mara, 'name')).toHaveLength(2)
})

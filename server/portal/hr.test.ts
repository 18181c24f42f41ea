import { afterAll, expect, test } from 'vitest'
import { hr } from '#contract/portal/hr.ts'
import { changes } from '#contract/platform/changes.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const signIn = (name: string) => app.signIn({ can: ['people_manage', 'activity_logs_view'], name })
const add = async (person: TestPerson, name: string) => (await person.call(hr.addDepartment, { body: { name } })).data
const departments = async (person: TestPerson) => (await person.call(hr.departments, { query: {} })).data
const has = (person: TestPerson, department: number, designation: number | null = null) =>
  app.sql(
    person.companyId,
    'update identity.memberships set department_id = $3, designation_id = $4 where company_id = $1 and id = $2',
    [person.companyId, person.id, department, designation],
  )

test('departments and designations are added, renamed and moved, each name once, and the history tells of it', async () => {
  const [ada, bob] = [await signIn('Ada'), await signIn('Bob')]
  const sales = await add(ada, 'Sales')
  const quality = await add(ada, 'Quality')
  const { data: rep } = await ada.call(hr.addDesignation, { body: { name: 'Rep', department_id: sales.id } })

  await expect(add(ada, 'SALES')).rejects.toThrow('409 There is a department called SALES already.')
  await expect(ada.call(hr.updateDepartment, { params: { id: quality.id }, body: { name: 'sales' } })).rejects.toThrow(
    '409 There is a department',
  )
  await expect(ada.call(hr.addDesignation, { body: { name: 'rep', department_id: sales.id } })).rejects.toThrow(
    '409 There is a designation',
  )
  await expect(ada.call(hr.addDesignation, { body: { name: 'Rep', department_id: 999_999 } })).rejects.toThrow(
    '400 There is no such department.',
  )
  await expect(add(ada, 'x'.repeat(81))).rejects.toThrow('400')
  await add(bob, 'Sales')
  await expect(bob.call(hr.updateDepartment, { params: { id: sales.id }, body: { name: 'Ours' } })).rejects.toThrow(
    '404 Department not found',
  )
  await expect(bob.call(hr.removeDesignation, { params: { id: rep.id } })).rejects.toThrow('404 Designation not found')
  const reader = await app.signIn({ colleagueOf: ada })
  await expect(add(reader, 'Mine')).rejects.toThrow('403')

  const { data } = await ada.call(hr.updateDepartment, {
    params: { id: sales.id },
    body: { name: 'Sales EMEA', position: 5, version: sales.version },
  })
  expect(data).toMatchObject({ name: 'Sales EMEA', position: 5, retired: false, version: sales.version + 1 })
  await expect(
    ada.call(hr.updateDepartment, { params: { id: sales.id }, body: { name: 'X', version: sales.version } }),
  ).rejects.toThrow('409 Someone else has changed')
  expect((await departments(ada)).map(({ name }) => name)).toEqual(['Quality', 'Sales EMEA'])
  expect((await departments(bob)).map(({ name }) => name)).toEqual(['Sales'])
  const [act] = (await ada.call(changes.list, { query: {} })).data
  expect(act).toMatchObject({
    did: 'Changed *',
    not_undoable: 'Departments and designations are changed back under People.',
  })
})

test('what people have is retired in place of deleted, and is no choice until it is brought back', async () => {
  const ada = await signIn('Ada')
  const sales = await add(ada, 'Sales')
  const spare = await add(ada, 'Spare')
  const { data: rep } = await ada.call(hr.addDesignation, { body: { name: 'Rep', department_id: sales.id } })
  await has(ada, sales.id, rep.id)

  const removed = await ada.call(hr.removeDesignation, { params: { id: rep.id } })
  expect(removed).toMatchObject({
    message: '1 person has it. It is hidden from new choices.',
    data: { retired: true, people: 1 },
  })
  const choices = (retired?: boolean) =>
    ada.call(hr.designations, {
      query: { department_id: sales.id, ...(retired ? { include: 'retired' as const } : {}) },
    })
  expect((await choices()).data).toEqual([])
  expect((await choices(true)).data).toMatchObject([{ id: rep.id, retired: true, people: 1 }])
  await ada.call(hr.updateDesignation, { params: { id: rep.id }, body: { retired: false } })
  expect((await choices()).data).toMatchObject([{ id: rep.id }])
  expect(await ada.call(hr.removeDepartment, { params: { id: sales.id } })).toMatchObject({
    message: '1 person has it. It is hidden from new choices.',
  })
  expect(await ada.call(hr.removeDepartment, { params: { id: spare.id } })).toMatchObject({
    message: 'The department was deleted.',
    data: null,
  })
  expect((await departments(ada)).map(({ name, retired }) => [name, retired])).toEqual([['Sales', true]])
})

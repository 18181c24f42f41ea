import { afterAll, expect, test } from 'vitest'
import { hr } from '#contract/portal/hr.ts'
import { profile } from '#contract/portal/profile.ts'
import { session } from '#contract/portal/session.ts'
import { startTestApp } from '#server/test/app.ts'
import { openPortalTest } from '#server/test/portal.ts'

const app = await startTestApp()
const portal = openPortalTest(app)
afterAll(() => app.stop())

const mine = {
  firstname: 'Ada',
  lastname: 'Byron',
  date_format: 'DD.MM.YYYY',
  timezone: 'Asia/Kolkata',
  currency: 'EUR',
} as const

test('a person keeps name, dates, time zone and currency of their own, and everybody is told them', async () => {
  const ada = await app.signIn()
  const ben = await app.signIn({ colleagueOf: ada })

  await ada.call(profile.save, { body: mine })

  expect((await ada.call(profile.mine, {})).data).toMatchObject(mine)
  expect(await app.call(session.verify, { body: { token: ada.token } })).toMatchObject(mine)
  expect((await ben.call(profile.mine, {})).data).toMatchObject({ timezone: 'UTC', currency: 'USD' })
})

test.each([
  ['timezone', 'Mars/Olympus'],
  ['timezone', '+05:30'],
  ['timezone', "UTC'; select 1"],
  ['currency', 'XQZ'],
  ['currency', 'eur'],
  ['date_format', 'YY'],
  ['firstname', '  '],
  ['firstname', '\u200b\u202e'],
])('%s may not be %j', async (field, value) => {
  const ada = await app.signIn()
  const { status, json } = await ada.send('PUT', profile.save.path, { ...mine, [field]: value })

  expect(status).toBe(400)
  expect(json.errors[0].field).toBe(field)
})

test('a name is kept in one line, without what turns the text around it or shows nothing, as in an invitation', async () => {
  const ada = await app.signIn()
  const names = { firstname: ' \u202eAda\nAugusta\u200b', lastname: 'Byron\u2028\u0007' }

  const { data } = await ada.call(profile.save, { body: { ...mine, ...names } })

  expect(data).toMatchObject({ firstname: 'Ada Augusta', lastname: 'Byron' })
})

test('the database knows every time zone that a person may choose', async () => {
  const { rows } = await app.owner.query(
    'select name from unnest($1::text[]) name where name not in (select name from pg_timezone_names)',
    [Intl.supportedValuesOf('timeZone')],
  )
  expect(rows).toEqual([])
})

test('a password is changed with the present one, and every other session ends', async () => {
  const ada = await portal.personWithPassword()
  const here = await portal.signIn(ada.email, ada.password)
  const there = await portal.signIn(ada.email, ada.password)
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  const wrong = app.call(
    profile.changePassword,
    { body: { current: 'not it at all', password: 'another good password' } },
    bearer(here.json.token),
  )
  await expect(wrong).rejects.toThrow('400 This is not your current password.')
  await app.call(
    profile.changePassword,
    { body: { current: ada.password, password: 'another good password' } },
    bearer(here.json.token),
  )

  expect((await portal.refresh(there.cookies)).status).toBe(401)
  expect((await portal.refresh(here.cookies)).status).toBe(200)
  expect((await app.send('GET', profile.mine.path, undefined, bearer(there.json.token))).status).toBe(401)
  expect((await portal.signIn(ada.email, ada.password)).status).toBe(401)
  expect((await portal.signIn(ada.email, 'another good password')).status).toBe(200)
})

test('a short password is refused', async () => {
  const ada = await portal.personWithPassword()
  await expect(
    ada.call(profile.changePassword, { body: { current: ada.password, password: '1234567' } }),
  ).rejects.toThrow('400 Use at least 10 characters')
})

test('designations are those of one’s own company’s department, ten a page', async () => {
  const ada = await app.signIn()
  const eve = await app.signIn()
  const department = async (companyId: number) => {
    const [{ id }] = await app.sql(
      companyId,
      `insert into identity.departments (company_id, name) values ($1, 'Sales') returning id`,
      [companyId],
    )
    return Number(id)
  }
  const sales = await department(ada.companyId)
  await app.sql(
    ada.companyId,
    `insert into identity.designations (company_id, department_id, name) select $1, $2, 'Rank ' || lpad(n::text, 2, '0') from generate_series(1, 12) n`,
    [ada.companyId, sales],
  )

  const first = await ada.call(hr.designations, { query: { department_id: sales } })
  const second = await ada.call(hr.designations, { query: { department_id: sales, page: 2, per_page: 10 } })

  expect(first.data.map(({ name }) => name)).toEqual(
    Array.from({ length: 10 }, (_, at) => `Rank ${String(at + 1).padStart(2, '0')}`),
  )
  expect(first.pagination).toEqual({ page: 1, pageSize: 10, total: 12, totalPages: 2 })
  expect(second.data.length).toBe(2)
  expect((await eve.call(hr.designations, { query: { department_id: sales } })).data).toEqual([])
})

import { afterAll, expect, test } from 'vitest'
import { broadcast } from '#contract/portal/broadcast.ts'
import { session } from '#contract/portal/session.ts'
import { restrictedDomains } from '#contract/leads/restricted-domains.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { poll, clear } = broadcast
const tab = (number: number) => `tab-${String(number).padStart(8, '0')}`
const codeOf = async (person: TestPerson): Promise<string> =>
  (await app.owner.query('select code from identity.sessions where person_id = $1', [person.id])).rows[0].code
/** As if a second had gone by. */
const later = () => app.owner.query(`update identity.tabs set last_seen_at = now() - interval '1 second'`)
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const inTwoCompanies = async () => {
  const ada = await app.signIn({ can: ['restrict_domain_add', 'restrict_domain_list'] })
  const other = await app.signIn()
  await app.sql(other.companyId, 'insert into identity.memberships (company_id, id, permissions) values ($1, $2, $3)', [
    other.companyId,
    ada.id,
    ['restrict_domain_add', 'restrict_domain_list'],
  ])
  return { ada, otherId: other.companyId, code: await codeOf(ada) }
}

test('switching company tells every other tab of the session once, with both names', async () => {
  const { ada, otherId, code } = await inTwoCompanies()
  for (const number of [1, 2, 3]) await ada.call(poll, { query: { tab_id: tab(number), session_id: code } })

  const { token, user } = await ada.call(session.switchCompany, { body: { company_id: otherId, tab_id: tab(1) } })
  await later()
  const read = (number: number, after_id?: number) =>
    app.call(
      poll,
      { query: { tab_id: tab(number), session_id: code, ...(after_id ? { after_id } : {}) } },
      bearer(token),
    )
  const [own, second, third] = [await read(1), await read(2), await read(3)]

  expect(own.messages).toEqual([])
  expect(second.messages).toMatchObject([
    {
      type: 'company_switched',
      data: {
        user_id: ada.id,
        old_company_id: ada.companyId,
        new_company_id: otherId,
        new_company_name: user.company_name,
        user_name: user.firstname,
      },
    },
  ])
  expect(third.messages.length).toBe(1)
  await later()
  expect((await read(2, second.messages[0]!.id)).messages).toEqual([])
})

test('a cleared tab has no messages, and the others keep theirs', async () => {
  const { ada, otherId, code } = await inTwoCompanies()
  for (const number of [1, 2]) await ada.call(poll, { query: { tab_id: tab(number), session_id: code } })
  const { token } = await ada.call(session.switchCompany, { body: { company_id: otherId } })

  await app.call(clear, { query: { tab_id: tab(1), session_id: code } }, bearer(token))

  await later()
  const left = await Promise.all(
    [1, 2].map((number) => app.call(poll, { query: { tab_id: tab(number), session_id: code } }, bearer(token))),
  )
  expect(left.map(({ messages }) => messages.length)).toEqual([0, 1])
})

test('nobody reads or clears the tabs of another session (A12)', async () => {
  const { ada, otherId, code } = await inTwoCompanies()
  const eve = await app.signIn()
  await ada.call(poll, { query: { tab_id: tab(1), session_id: code } })
  const { token } = await ada.call(session.switchCompany, { body: { company_id: otherId } })

  const foreign = { query: { tab_id: tab(1), session_id: code } }
  await expect(eve.call(poll, foreign)).rejects.toThrow('404 Session not found')
  await expect(eve.call(clear, foreign)).rejects.toThrow('404 Session not found')
  await expect(eve.call(poll, { query: { tab_id: tab(1), session_id: crypto.randomUUID() } })).rejects.toThrow(
    '404 Session not found',
  )
  const own = await eve.call(poll, { query: { tab_id: tab(1), session_id: await codeOf(eve), after_id: 1 } })
  await later()

  expect(own.messages).toEqual([])
  expect((await app.call(poll, foreign, bearer(token))).messages.length).toBe(1)
})

test('a tab that asks again within a second is told to wait (A12)', async () => {
  const ada = await app.signIn()
  const url = `${poll.path}?tab_id=${tab(1)}&session_id=${await codeOf(ada)}`

  const answers = [await ada.send('GET', url), await ada.send('GET', url)]

  expect(answers.map(({ status }) => status)).toEqual([200, 429])
  expect(answers[1]!.headers['retry-after']).toBe('1')
})

test('a session has at most a hundred tabs, however many ask together (A12)', async () => {
  const ada = await app.signIn()
  const code = await codeOf(ada)

  const statuses: number[] = []
  for (let round = 0; round < 20; round++)
    statuses.push(
      ...(await Promise.all(
        Array.from(
          { length: 8 },
          async (_, at) =>
            (await ada.send('GET', `${poll.path}?tab_id=${tab(round * 8 + at)}&session_id=${code}`)).status,
        ),
      )),
    )

  expect(statuses.filter((status) => status === 200).length).toBe(100)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
})

test('messages are kept for a day', async () => {
  const { ada, otherId, code } = await inTwoCompanies()
  await ada.call(poll, { query: { tab_id: tab(1), session_id: code } })
  const { token } = await ada.call(session.switchCompany, { body: { company_id: otherId } })
  await app.owner.query(`update identity.broadcasts set created_at = now() - interval '24 hours 1 minute'`)
  await later()

  expect((await app.call(poll, { query: { tab_id: tab(1), session_id: code } }, bearer(token))).messages).toEqual([])
})

test('a tab drawn for one company writes nothing after another tab switched (A15)', async () => {
  const { ada, otherId } = await inTwoCompanies()
  const { token } = await ada.call(session.switchCompany, { body: { company_id: otherId } })
  const secondTab = { ...bearer(token), 'x-company-id': String(ada.companyId) }

  const save = app.send('POST', restrictedDomains.add.path, { domainName: 'spam.example' }, secondTab)

  expect(await save).toMatchObject({ status: 409, json: { code: 'company_changed' } })
  const { rows } = await app.owner.query('select count(*) from restricted_domains where domain_name = $1', [
    'spam.example',
  ])
  expect(rows).toEqual([{ count: 0 }])
})

test('nobody switches to a company that has no place for them, and it looks like none', async () => {
  const ada = await app.signIn()
  const eve = await app.signIn()

  await expect(ada.call(session.switchCompany, { body: { company_id: eve.companyId } })).rejects.toThrow(
    '404 Company not found',
  )
  await expect(ada.call(session.switchCompany, { body: { company_id: 2_000_000_000 } })).rejects.toThrow(
    '404 Company not found',
  )
  expect((await ada.call(session.companies, {})).data).toMatchObject([{ id: ada.companyId, current: true }])
})

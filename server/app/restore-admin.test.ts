import { afterAll, expect, test } from 'vitest'
import { changes } from '#contract/platform/changes.ts'
import { PERMISSION_KEYS } from '#contract/kit/permissions.ts'
import { access } from '#contract/portal/access.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { command } from '#server/test/command.ts'
import { openPortalTest } from '#server/test/portal.ts'

const SETTINGS = { LEADROOM_SECRET: 'restoring-Zq8vN2xT5mKw7RfJ4yLb9PdH3', PUBLIC_URL: 'http://leads.example' }
const app = await startTestApp(SETTINGS)
const portal = openPortalTest(app)
afterAll(() => app.stop())

const restoring = (...args: string[]) => command('restore-admin', app.database, args, SETTINGS)
const stored = async ({ companyId }: TestPerson, { id }: { id: number }) =>
  (
    await app.sql(
      companyId,
      'select status, is_primary, permissions from identity.memberships where company_id = $1 and id = $2',
      [companyId, id],
    )
  )[0]
const RESTORED = { status: 'active', is_primary: true, permissions: [...PERMISSION_KEYS] }
/** Everybody of a company has lost what they had. */
const strip = ({ companyId }: TestPerson) =>
  app.sql(
    companyId,
    `update identity.memberships set permissions = '{}', status = 'deactivated', is_primary = false where company_id = $1`,
    [companyId],
  )

test('restore-admin lets a member in with every permission, while the server runs, and the history says so', async () => {
  const ada = await portal.personWithPassword({ can: ['people_manage'], name: 'Ada' })
  const ben = await app.signIn({ colleagueOf: ada, can: ['leads_export'] })
  const eve = await app.signIn({ can: ['people_manage'] })
  await strip(ada)
  expect((await portal.signIn(ada.email, ada.password)).status).toBe(401)

  const { code, said } = await restoring(ada.email.toUpperCase())

  expect({ code, said }).toEqual({
    code: 0,
    said: `Ada (${ada.email}) is an administrator of Company 1 (${ada.companyId}): active, with all ${PERMISSION_KEYS.length} permissions.\n`,
  })
  expect(await stored(ada, ada)).toEqual(RESTORED)
  expect(await stored(ada, ben)).toMatchObject({ status: 'deactivated', permissions: [] })
  expect(await stored(eve, eve)).toMatchObject({ is_primary: false, permissions: ['people_manage'] })
  const { json } = await portal.signIn(ada.email, ada.password)
  const bearer = { authorization: `Bearer ${json.token}` }
  await app.call(access.setStatus, { params: { id: ben.id }, body: { status: 'active' } }, bearer)
  const { data } = await app.call(changes.list, { query: { by: 'everybody', limit: 5 } }, bearer)
  expect(data.find(({ act }) => act === 'people.restoreAdmin')).toMatchObject({
    actor: { kind: 'system' },
    about: { entity: 'memberships', id: ada.id },
    not_undoable: 'This kind of change can’t be undone here.',
  })
})

test('a session that is open notices within 5 s, and a second run changes nothing', async () => {
  const ada = await portal.personWithPassword()
  expect((await ada.send('GET', access.people.path)).status).toBe(403)

  expect((await restoring(ada.email)).code).toBe(0)
  await expect.poll(async () => (await ada.send('GET', access.people.path)).status, { timeout: 20_000 }).toBe(200)

  const history = () =>
    app.sql(ada.companyId, `select act from changes where company_id = $1 and act = 'people.restoreAdmin'`, [
      ada.companyId,
    ])
  expect((await restoring(ada.email)).code).toBe(0)
  expect(await history()).toHaveLength(1)
})

test('who has never come in gets a link that works once, for a password of their own', async () => {
  const ada = await app.signIn({ can: ['people_manage', 'leads_export'] })
  const body = { email: 'nia@firm.example', firstname: 'Nia', lastname: 'New', permissions: ['leads_export' as const] }
  const earlier = (await ada.call(access.invite, { body })).data
  await strip(ada)

  const { code, said } = await restoring('nia@firm.example')

  expect([code, said]).toEqual([0, expect.stringContaining('http://leads.example/app/invitation#')])
  expect(await stored(ada, earlier.person)).toEqual({ ...RESTORED, status: 'invited' })
  const accept = (token = '') =>
    app.call(access.acceptInvitation, { body: { token, email: body.email, password: 'a good long password' } })
  await expect(accept(earlier.link?.split('#')[1])).rejects.toThrow('404')
  await accept(/#([\w-]+)/.exec(said)?.[1])
  await expect(accept(/#([\w-]+)/.exec(said)?.[1])).rejects.toThrow('410')
  expect(await stored(ada, earlier.person)).toEqual(RESTORED)
  expect((await portal.signIn(body.email, 'a good long password')).status).toBe(200)
})

test('who has no password is called by their name in the link that they get', async () => {
  const cleo = await app.signIn({ name: 'Cleo' })

  const { rows } = await app.owner.query('select email from identity.people where id = $1', [cleo.id])
  const { said } = await restoring(rows[0].email)

  const token = /#([\w-]+)/.exec(said)?.[1] ?? ''
  expect((await app.call(access.invitation, { body: { token } })).data).toMatchObject({ name: 'Cleo' })
  expect((await stored(cleo, cleo)).status).toBe('invited')
})

test('what cannot be done ends with 1 and a sentence, and stores nothing', async () => {
  const ada = await portal.personWithPassword({ name: 'Ada' })
  const other = await app.signIn()
  await app.sql(other.companyId, 'insert into identity.memberships (company_id, id) values ($1, $2)', [
    other.companyId,
    ada.id,
  ])
  const twice = await app.owner.query('select id, name from identity.companies where id = any($1) order by id', [
    [ada.companyId, other.companyId],
  ])
  const [first, second] = twice.rows.map(({ id, name }) => `${name} (${id})`)

  const answers: [string[], string][] = [
    [[], 'Name a person: npm run restore-admin -- EMAIL [COMPANY]'],
    [['nobody@firm.example'], 'No account has the email nobody@firm.example.'],
    [
      [ada.email],
      `${ada.email} is in 2 companies: ${first}, ${second}. Name one: npm run restore-admin -- EMAIL COMPANY`,
    ],
    [[ada.email, 'Nowhere', 'Ltd'], `${ada.email} is not in a company named Nowhere Ltd, but in ${first}, ${second}.`],
  ]
  expect(await Promise.all(answers.map(([args]) => restoring(...args)))).toEqual(
    answers.map(([, sentence]) => ({ code: 1, said: `${sentence}\n` })),
  )
  expect(await stored(ada, ada)).toMatchObject({ is_primary: false, permissions: [] })

  expect((await restoring(ada.email, String(other.companyId))).code).toBe(0)
  expect(await stored(ada, ada)).toMatchObject({ is_primary: false, permissions: [] })
  expect(await stored(other, ada)).toEqual(RESTORED)
})

test('where a parent app says who may do what, the command says that it is done there', async () => {
  const settings = { ...SETTINGS, GLOBAL_API_URL: 'http://localhost:1' }
  const { code, said } = await command('restore-admin', app.database, ['ada@firm.example'], settings)
  expect([code, said]).toEqual([1, 'The parent app at GLOBAL_API_URL manages permissions: restore them there.\n'])
})

import { afterAll, beforeEach, expect, test } from 'vitest'
import { access } from '#contract/portal/access.ts'
import { passwordResets } from '#contract/portal/password-resets.ts'
import { profile } from '#contract/portal/profile.ts'
import { startTestApp } from '#server/test/app.ts'
import { openPortalTest } from '#server/test/portal.ts'

const app = await startTestApp()
const portal = openPortalTest(app)
beforeEach(() => app.owner.query('delete from identity.sign_in_failures'))
afterAll(() => app.stop())

const SHORT = 'Use at least 10 characters for the password.'
const COMMON = 'This password is on lists of common passwords. Choose a less common one.'
const ADDRESS = 'This password is too close to your email address. Choose another.'
const EMAIL = 'jane.doe@firm.example'
const refused = [
  ['nine char', SHORT],
  // Ten of UTF-16, five of people's.
  ['😀😀😀😀😀', SHORT],
  ['qwertyuiop', COMMON],
  ['QwertyUiop', COMMON],
  ['1234567890', COMMON],
  ['Password123!', COMMON],
  ['!!basketball', COMMON],
  // Wide letters are the same password.
  ['ｑｗｅｒｔｙｕｉｏｐ', COMMON],
  [EMAIL, ADDRESS],
  ['JANE.DOE@FIRM.EXAMPLE', ADDRESS],
  ['jane.doe2026', ADDRESS],
  ['JaneDoe-1999!', ADDRESS],
  ['janedoejanedoe', ADDRESS],
] as const

/** Every call that sets a password, for the account of EMAIL: what each answers to one, and how the account is signed in to then. */
const places = {
  async invitation() {
    const ada = await app.signIn({ can: ['people_manage'] })
    const body = { email: EMAIL, firstname: 'Jane', lastname: '', permissions: [] }
    const { data } = await ada.call(access.invite, { body })
    const token = data.link!.split('#')[1]!
    return (password: string) => app.send('POST', access.acceptInvitation.path, { token, email: EMAIL, password })
  },
  async profile() {
    const jane = await portal.personWithPassword()
    await app.owner.query('update identity.people set email = $1 where id = $2', [EMAIL, jane.id])
    return (password: string) => jane.send('POST', profile.changePassword.path, { current: jane.password, password })
  },
  async reset() {
    const ada = await app.signIn({ can: ['people_manage'] })
    const jane = await portal.personWithPassword({ colleagueOf: ada })
    await app.owner.query('update identity.people set email = $1 where id = $2', [EMAIL, jane.id])
    const { data } = await ada.call(passwordResets.makeLink, { params: { id: jane.id } })
    const token = data.link!.split('#')[1]!
    return (password: string) => app.send('POST', passwordResets.reset.path, { token, password })
  },
}

test.each(Object.entries(places))('%s: a password is long, uncommon and not the address', async (_, open) => {
  await app.owner.query(`update identity.people set email = id || '@old.example' where email = $1`, [EMAIL])
  const set = await open()

  for (const [password, sentence] of refused) {
    const { status, json } = await set(password)
    expect([password, status, json.errors]).toEqual([password, 400, [{ field: 'password', message: sentence }]])
  }
  expect((await set('jane sells pumps')).status).toBe(200)
  expect((await portal.signIn(EMAIL, 'jane sells pumps')).status).toBe(200)
})

test('a password from before these rules still signs in', async () => {
  const ada = await portal.personWithPassword({}, 'password')

  expect((await portal.signIn(ada.email, 'password')).status).toBe(200)
})

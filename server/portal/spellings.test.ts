import { afterAll, beforeEach, expect, test } from 'vitest'
import { access } from '#contract/portal/access.ts'
import { session } from '#contract/portal/session.ts'
import { startTestApp } from '#server/test/app.ts'
import { openPortalTest } from '#server/test/portal.ts'
import { spellings } from '#server/test/spellings.ts'
import { openDevices } from './sealed.ts'

const app = await startTestApp()
const portal = openPortalTest(app)
beforeEach(() => app.owner.query('delete from identity.sign_in_failures'))
afterAll(() => app.stop())

test('an access token has one spelling, in a body and behind Bearer', async () => {
  const ada = await app.signIn()
  const profile = (authorization: string) => app.send('GET', '/api/v1/profile/', undefined, { authorization })
  expect((await profile(`Bearer ${ada.token}`)).status).toBe(200)
  const [head = '', claims = '', mark = ''] = ada.token.split('.')
  const padded = [`${head}=.${claims}.${mark}`, `${head}.${claims}=.${mark}`, `${head}.${claims}==.${mark}`]

  for (const token of [...spellings(ada.token), ...padded]) {
    const { status } = await app.send('POST', session.verify.path, { token })
    expect([token.slice(-6), status]).toEqual([token.slice(-6), 401])
  }
  for (const token of spellings(ada.token).filter((one) => one.trim() === one))
    expect((await profile(`Bearer ${token}`)).status).toBe(401)
  for (const scheme of ['Bearer  ', 'bearer ', 'BEARER ', 'Bearer\t', 'Bearer'])
    expect((await profile(`${scheme}${ada.token}`)).status).toBe(401)
})

test('a refresh token has one spelling', async () => {
  const ada = await portal.personWithPassword()
  const { cookies } = await portal.signIn(ada.email, ada.password)
  const refresh = cookies['leadroom_refresh']!

  for (const token of spellings(refresh).filter((one) => one.trim() === one))
    expect((await portal.refresh({ ...cookies, leadroom_refresh: token })).status).toBe(401)
  expect((await portal.refresh(cookies)).status).toBe(200)
})

test('an invitation has one spelling', async () => {
  const ada = await app.signIn({ can: ['people_manage'] })
  const body = { email: 'new@firm.example', firstname: 'Nia', lastname: '', permissions: [] }
  const { data } = await ada.call(access.invite, { body })
  const token = data.link!.split('#')[1]!

  for (const other of spellings(token))
    expect((await app.send('POST', access.invitation.path, { token: other })).status).toBe(404)
  expect((await app.send('POST', access.invitation.path, { token })).status).toBe(200)
})

test('an encrypted company id has one spelling', async () => {
  const ada = await app.signIn()
  const { company_id: text } = await app.call(session.verify, { body: { token: ada.token } })

  for (const encrypt_id of spellings(text).filter((one) => one !== text))
    expect((await ada.send('POST', session.decrypt.path, { encrypt_id })).status).toBe(400)
})

test('the mark of a device has one spelling', () => {
  const devices = openDevices(app.services.config.secret)
  const mark = devices.mark(7)
  const [nonce = '', seal = ''] = mark.split('.')

  expect(devices.read(mark, 7)).toBe(nonce)
  for (const other of [...spellings(mark), ...spellings(nonce).map((one) => `${one}.${seal}`)])
    expect([other, devices.read(other, 7)]).toEqual([other, undefined])
})

import { afterAll, expect, test } from 'vitest'
import { access } from '#contract/portal/access.ts'
import { session } from '#contract/portal/session.ts'
import { startTestApp } from '#server/test/app.ts'
import { openPortalTest } from '#server/test/portal.ts'

const app = await startTestApp()
const portal = openPortalTest(app)
afterAll(() => app.stop())

test('a person signs in with email and password, in any spelling of the address', async () => {
  const ada = await portal.personWithPassword()

  const { status, json, cookies } = await portal.signIn(ada.email.toUpperCase(), ada.password)

  expect(status).toBe(200)
  expect(json.user).toMatchObject({
    user_id: ada.id,
    email: ada.email,
    company_name: expect.stringContaining('Company'),
  })
  expect(Object.keys(cookies)).toEqual(['accessToken', 'company_session_id', 'leadroom_refresh', 'leadroom_device'])
  expect((await app.call(session.verify, { body: { token: json.token } })).user_id).toBe(ada.id)
})

test('what verify closed, decrypt opens', async () => {
  const ada = await app.signIn()
  const profile = await app.call(session.verify, { body: { token: ada.token } })

  expect(profile.company_id).not.toBe(String(ada.companyId))
  expect(await ada.call(session.decrypt, { body: { encrypt_id: profile.company_id } })).toEqual({
    status: 'success',
    decrypted_value: String(ada.companyId),
  })
})

test('the permissions service tells every key, held or not', async () => {
  const ada = await app.signIn({ can: ['all_leads_list'] })

  const { statusCode, body } = await app.call(
    access.permissions,
    { body: { product_code: 25, token: ada.token } },
    { 'x-api-key': app.services.config.permissionsApiKey },
  )

  expect(statusCode).toBe('200')
  expect(body.access_controls['marketing']).toMatchObject({ all_leads_list: true, marketing_leads_list: false })
  expect(body.access_controls['competitor_insight']).toEqual({ competitor_posts_list: false })
})

test('a session goes on with a new refresh token each time', async () => {
  const ada = await portal.personWithPassword()
  const first = await portal.signIn(ada.email, ada.password)

  const second = await portal.refresh(first.cookies)

  expect(second.status).toBe(200)
  expect(second.cookies['leadroom_refresh']).not.toBe(first.cookies['leadroom_refresh'])
  expect((await app.call(session.verify, { body: { token: second.json.token } })).user_id).toBe(ada.id)
})

import { afterAll, expect, test } from 'vitest'
import { access } from '#contract/portal/access.ts'
import { session } from '#contract/portal/session.ts'
import { startTestApp } from '#server/test/app.ts'
import { openPortalTest, startLoggedNode } from '#server/test/portal.ts'

const app = await startTestApp()
const portal = openPortalTest(app)
afterAll(() => app.stop())

const key = { 'x-api-key': app.services.config.permissionsApiKey }
const withoutId = (text: string) => text.replace(/"request_id":"[^"]+"/, '')

test('neither token nor password is in an address, a log, an error or a header but its cookie (A8, X3)', async () => {
  const { node: logged, lines } = await startLoggedNode(app)
  const ada = await portal.personWithPassword({ can: ['people_manage'] }, 'canary-password-1')
  const json = { 'content-type': 'application/json' }
  const inject = (
    method: 'GET' | 'POST',
    url: string,
    payload: object | undefined,
    headers: Record<string, string> = {},
  ) =>
    logged.inject({ method, url, headers: { ...(payload ? json : {}), ...headers }, ...(payload ? { payload } : {}) })

  const signedIn = await inject('POST', session.signIn.path, { email: ada.email, password: ada.password })
  const { token, user } = signedIn.json()
  const cookies = Object.fromEntries(signedIn.cookies.map(({ name, value }) => [name, value]))
  const cookie = signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const bearer = { authorization: `Bearer ${token}`, cookie }
  const answers = [
    await inject('POST', session.signIn.path, { email: ada.email, password: 'canary-password-2' }),
    await inject('POST', session.verify.path, { token: `${token}x` }),
    await inject('POST', session.verify.path, { token: [token] }),
    await inject('POST', session.decrypt.path, { encrypt_id: `${user.company_id}x` }, bearer),
    await inject('POST', access.permissions.path, { product_code: 1, token }, { ...key, ...bearer }),
    await inject(
      'GET',
      `/api/v1/broadcast/?tab_id=tab-00001&session_id=${cookies['company_session_id']}`,
      undefined,
      bearer,
    ),
    await inject('GET', `/nothing/${token}?token=${token}`, undefined, bearer),
    await inject('POST', '/api/v1/auth/refresh/', {}, { cookie }),
  ]
  const invited = await inject(
    'POST',
    access.invite.path,
    { email: 'new@firm.example', firstname: 'New', lastname: '', permissions: [] },
    bearer,
  )
  const link: string = invited.json().data.link
  await logged.close()

  const secrets = [
    token,
    ada.password,
    'canary-password-2',
    cookies['leadroom_refresh']!,
    cookies['leadroom_device']!,
    key['x-api-key'],
    app.services.config.secret,
    link.split('#')[1]!,
  ]
  expect(lines.length).toBeGreaterThan(5)
  for (const secret of secrets) expect(lines.join('')).not.toContain(secret)
  for (const secret of secrets)
    for (const answer of answers.slice(0, -1))
      expect(answer.body + JSON.stringify(answer.headers)).not.toContain(secret)
  const stored = await app.owner.query(
    `select string_agg(t::text, '') as text from (select row_to_json(r) from identity.refresh_tokens r union all select row_to_json(i) from identity.invitations i union all select row_to_json(f) from identity.sign_in_failures f) t`,
  )
  for (const secret of secrets) expect(stored.rows[0].text).not.toContain(secret)
})

test('a token that does not hold is refused in the same bytes, whatever is wrong with it (A10)', async () => {
  const ada = await app.signIn()
  const ended = await app.signIn()
  await app.owner.query('update identity.sessions set revoked_at = now() where person_id = $1', [ended.id])
  const [head = '', claims = '', mark = ''] = ada.token.split('.')
  const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')

  const bad = [
    '',
    'x',
    `${ada.token}x`,
    `${none}.${claims}.`,
    `${none}.${claims}.${mark}`,
    `${head}.${claims}`,
    ended.token,
    'x'.repeat(20_000),
  ]
  const answers = await Promise.all(bad.map((token) => app.send('POST', session.verify.path, { token })))

  expect(new Set(answers.map(({ status, text }) => `${status} ${withoutId(text)}`)).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 401, json: { success: false, message: 'Token verification failed' } })
})

test('the permissions service refuses a wrong key, another product and a bad token, and gives nothing away (A10)', async () => {
  const ada = await app.signIn({ can: ['all_leads_list'] })
  const ask = (body: object, headers: Record<string, string>) =>
    app.send('POST', access.permissions.path, body, headers)

  const answers = await Promise.all([
    ask({ product_code: 25, token: ada.token }, {}),
    ask({ product_code: 25, token: ada.token }, { 'x-api-key': 'wrong' }),
    ask({ product_code: 24, token: ada.token }, key),
    ask({ product_code: 25, token: 'x' }, key),
    ask({ product_code: 25, token: 'x' }, {}),
  ])

  expect(answers.map(({ json }) => json.statusCode)).toEqual(['403', '403', '403', '401', '403'])
  expect(answers.map(({ status }) => String(status))).toEqual(['403', '403', '403', '401', '403'])
  for (const { json } of answers) expect(json.body).toEqual({ success: false, access_controls: {} })
})

test('decrypt opens this session’s company id and nothing else, and fails alike (A11)', async () => {
  const [ada, eve] = [await app.signIn(), await app.signIn()]
  const { company_id: text } = await app.call(session.verify, { body: { token: ada.token } })
  const { company_id: foreign } = await app.call(session.verify, { body: { token: eve.token } })
  const flips = Array.from(Buffer.from(text, 'base64url'), (_, at) => {
    const bytes = Buffer.from(text, 'base64url')
    bytes[at]! ^= 1
    return bytes.toString('base64url')
  })
  const bad = [
    ...flips,
    foreign,
    '',
    'x',
    `${text}=`,
    ` ${text}`,
    text.slice(0, -1),
    `${text}A`,
    ada.token,
    'A'.repeat(60_000),
  ]

  const answers = await Promise.all(bad.map((encrypt_id) => ada.send('POST', session.decrypt.path, { encrypt_id })))
  const right = await ada.call(session.decrypt, { body: { encrypt_id: text } })
  const nobody = await app.send('POST', session.decrypt.path, { encrypt_id: text })

  expect(new Set(answers.map(({ status, text: body }) => `${status} ${withoutId(body)}`)).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 400, json: { status: 'error', decrypted_value: '' } })
  expect(right).toEqual({ status: 'success', decrypted_value: String(ada.companyId) })
  expect(nobody.status).toBe(401)
})

test('a refresh token opens neither the API nor the decryption (A11)', async () => {
  const ada = await portal.personWithPassword()
  const { cookies, json } = await portal.signIn(ada.email, ada.password)
  const refresh = cookies['leadroom_refresh']!

  const asBearer = await app.send('GET', '/api/v1/profile/', undefined, { authorization: `Bearer ${refresh}` })
  const asText = await app.send(
    'POST',
    session.decrypt.path,
    { encrypt_id: refresh },
    { authorization: `Bearer ${json.token}` },
  )

  expect([asBearer.status, asText.status]).toEqual([401, 400])
})

test('ten thousand tokens in a minute are too many to try (A10)', async () => {
  const statuses = new Map<number, number>()
  for (let round = 0; round < 40; round++) {
    const sent = await Promise.all(
      Array.from({ length: 50 }, (_, at) => app.send('POST', session.verify.path, { token: `${round}.${at}` })),
    )
    for (const { status } of sent) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }

  expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([401, 429])
  expect(statuses.get(401)).toBeLessThanOrEqual(1_200)
})

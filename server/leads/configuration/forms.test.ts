import { afterAll, expect, test } from 'vitest'
import { configuration } from '#contract/leads/configuration.ts'
import { startTestApp } from '#server/test/app.ts'
import { somebodyWaits } from '#server/test/waiting.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const send = async (key: string, email: string) =>
  (await app.send('POST', `/intake/${key}/enquiry`, { name: 'Yuki Tanabe', email })).status

test('a form that is paused, or whose key is changed, is shut at once, also to whoever has just sent it', async () => {
  const mara = await app.signIn({ can: ['configuration_edit'] })
  const { data } = await mara.call(configuration.addForm, { body: { name: 'Website', allowed_origins: [] } })
  const { id, name, allowed_origins } = data.form
  const turn = (status: 'active' | 'paused') =>
    mara.call(configuration.changeForm, { params: { id }, body: { name, allowed_origins, status } })

  const answers = [await send(data.key, 'first@mill.example')]
  await turn('paused')
  answers.push(await send(data.key, 'paused@mill.example'))
  await turn('active')
  answers.push(await send(data.key, 'again@mill.example'))
  const { key } = (await mara.call(configuration.changeKey, { params: { id } })).data
  answers.push(await send(data.key, 'old@mill.example'), await send(key, 'new@mill.example'))

  expect(answers).toEqual([202, 404, 202, 404, 202])
  expect(
    await app.sql(mara.companyId, 'select email from leads where company_id = $1 order by id', [mara.companyId]),
  ).toEqual(['first', 'again', 'new'].map((who) => ({ email: `${who}@mill.example` })))
})

test('nobody pauses or opens a form of another company', async () => {
  const [mara, other] = [
    await app.signIn({ can: ['configuration_edit'] }),
    await app.signIn({ can: ['configuration_edit'] }),
  ]
  const { data } = await mara.call(configuration.addForm, { body: { name: 'Website', allowed_origins: [] } })
  const { id, name, allowed_origins } = data.form

  await expect(
    other.call(configuration.changeForm, { params: { id }, body: { name, allowed_origins, status: 'paused' } }),
  ).rejects.toThrow('404')
  await expect(other.call(configuration.changeKey, { params: { id } })).rejects.toThrow('404')

  expect(await send(data.key, 'still@mill.example')).toBe(202)
})

test('W3: of two who change a form at once both win, but where they change the same: then the second is told', async () => {
  const [mara, eve] = [
    await app.signIn({ can: ['configuration_edit'] }),
    await app.signIn({ can: ['configuration_edit'] }),
  ]
  const { form } = (await mara.call(configuration.addForm, { body: { name: 'Website', allowed_origins: [] } })).data
  const { form: theirs } = (await eve.call(configuration.addForm, { body: { name: 'Website', allowed_origins: [] } }))
    .data
  const seen = { name: 'Website', allowed_origins: [], status: 'active' as const, version: form.version }
  const save = (changed: object) =>
    mara.call(configuration.changeForm, { params: { id: form.id }, body: { ...seen, ...changed } })
  const atOnce = async (...changes: object[]) => {
    let saving: Promise<PromiseSettledResult<unknown>[]> | undefined
    const held = 'select from intake_forms where company_id = $1 for update'
    await app.holding(mara.companyId, held, [mara.companyId], async () => {
      saving = Promise.allSettled(changes.map(save))
      await somebodyWaits(app, changes.length)
    })
    return (await saving)?.map((each) => (each.status === 'fulfilled' ? 200 : each.reason.failure.code)).sort()
  }

  expect(await atOnce({ name: 'Fairs' }, { status: 'paused' })).toEqual([200, 200])
  const [both] = (await mara.call(configuration.forms, {})).data
  expect(both).toMatchObject({ name: 'Fairs', status: 'paused', version: 3 })
  expect(
    await atOnce({ name: 'One', version: 3, status: 'paused' }, { name: 'Two', version: 3, status: 'paused' }),
  ).toEqual([200, 'version_conflict'])

  const stored = await app.sql(
    mara.companyId,
    'select id::int, name, version::int from intake_forms where id = any($1) order by id',
    [[form.id, theirs.id]],
  )
  expect(stored).toEqual([
    { id: form.id, name: expect.stringMatching(/^(One|Two)$/), version: 4 },
    { id: theirs.id, name: 'Website', version: 1 },
  ])
})

test('the pages of a form may be framed by the origins that it lists, and by nobody else', async () => {
  const mara = await app.signIn({ can: ['configuration_edit'] })
  const origin = 'https://www.mill.example'
  const framedBy = async (allowed_origins: string[], page: 'enquiry' | 'registration') => {
    const { data } = await mara.call(configuration.addForm, { body: { name: 'Website', allowed_origins } })
    const { status, headers } = await app.send('GET', `/intake/${data.key}/${page}`)
    const ancestors = /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
    return [status, ancestors, headers['x-frame-options']]
  }

  expect(await framedBy([origin], 'enquiry')).toEqual([200, origin, undefined])
  expect(await framedBy([origin], 'registration')).toEqual([200, origin, undefined])
  expect(await framedBy([], 'enquiry')).toEqual([200, "'none'", 'DENY'])
})

test('a page is listed as browsers name it, however it was written; the form is there for it and for all others', async () => {
  const mara = await app.signIn({ can: ['configuration_edit'] })
  const written = [
    'https://Фирма.example',
    'https://www.mill.example:443',
    'https://[::1]:8443',
    'https://www.MILL.example',
  ]

  const { data } = await mara.call(configuration.addForm, { body: { name: 'Website', allowed_origins: written } })

  const origins = ['https://xn--80apmps.example', 'https://www.mill.example', 'https://[::1]:8443']
  expect(data.form.allowed_origins).toEqual(origins)
  const page = await app.send('GET', `/intake/${data.key}/enquiry`)
  expect([page.status, page.headers['content-security-policy']]).toEqual([
    200,
    expect.stringContaining(`frame-ancestors ${origins.join(' ')}`),
  ])
  for (const origin of origins) {
    const asked = await app.send('OPTIONS', `/intake/${data.key}/enquiry`, undefined, { origin })
    expect([asked.status, asked.headers['access-control-allow-origin']]).toEqual([204, origin])
  }
})

test.each(['https://a;script-src', 'https://*', 'https://a,b.example', "https://'none'", 'https://a:b', 'https://'])(
  'a page cannot be of %s: nothing is stored',
  async (origin) => {
    const mara = await app.signIn({ can: ['configuration_edit'] })

    const { status, json } = await mara.send('POST', configuration.addForm.path, {
      name: 'Website',
      allowed_origins: [origin],
    })

    expect([status, json.errors?.[0].field]).toEqual([400, expect.stringMatching(/^allowed_origins/)])
    expect((await mara.call(configuration.forms, {})).data).toEqual([])
  },
)

test('a page that was listed in another way of writing before is known as browsers name it', async () => {
  const mara = await app.signIn({ can: ['configuration_edit'] })
  const { data } = await mara.call(configuration.addForm, { body: { name: 'Website', allowed_origins: [] } })
  await app.sql(mara.companyId, 'update intake_forms set allowed_origins = $2 where company_id = $1', [
    mara.companyId,
    ['https://фирма.example', 'https://a;script-src'],
  ])

  const page = await app.send('GET', `/intake/${data.key}/enquiry`)

  expect([page.status, page.headers['content-security-policy']]).toEqual([
    200,
    expect.stringMatching(/frame-ancestors https:\/\/xn--80apmps\.example$/),
  ])
})

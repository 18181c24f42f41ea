import { afterAll, expect, test } from 'vitest'
import { configuration } from '#contract/configuration.ts'
import { startTestApp } from '#server/test/app.ts'

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

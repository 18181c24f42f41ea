import { afterAll, expect, test } from 'vitest'
import { notifications } from '#contract/platform/notifications.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { mailboxOf } from '#server/content/subscribers/addresses.ts'
import { startMailingApp, subscribersOf } from '#server/test/subscribers.ts'
import { networkOf } from './caps.ts'

const app = await startMailingApp()
afterAll(() => app.stop())
const { editor, form, send, asked } = subscribersOf(app)

test('spellings that reach one mailbox count as one', () => {
  for (const [email, mailbox] of [
    ['ada.l@gmail.com', 'adal@gmail.com'],
    ['a.d.a.l+x+y@googlemail.com', 'adal@gmail.com'],
    ['ada.l+news@firm.example', 'ada.l@firm.example'],
    ['ada@firm.example', 'ada@firm.example'],
  ] as const)
    expect([email, mailboxOf(email)]).toEqual([email, mailbox])
})

test('of a network address its first part is kept', () => {
  for (const [ip, network] of [
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:77:1::5', '2001:db8:77::/48'],
  ] as const)
    expect([ip, networkOf(ip)]).toEqual([ip, network])
})

test('S7: however often and from wherever a mailbox is sent, it gets one mail a day, and those who manage the list are told', async () => {
  const ada = await editor()
  const url = await form(ada)
  const posts = howMany(200, 10_000)
  const spelling = (at: number) => ['victim', 'vic.tim', `victim+${at % 50}`, 'v.i.c.t.i.m'][at % 4]
  const statuses = new Set<number>()

  const post = async (at: number) => {
    const email = `${spelling(at)}@${at % 2 ? 'gmail.com' : 'googlemail.com'}`
    const { status } = await send(
      url,
      { email, name: 'https://buy.example' },
      `10.${at % 250}.${Math.floor(at / 250) % 250}.9`,
    )
    statuses.add(status)
  }
  for (let at = 0; at < posts; at += 20) await Promise.all(Array.from({ length: 20 }, (_, more) => post(at + more)))

  expect([...statuses]).toEqual([202])
  expect(await asked(ada)).toHaveLength(1)
  const { data } = await ada.call(notifications.list, { query: {} })
  expect(data.filter(({ kind }) => kind === 'newsletter_flooded')).toHaveLength(1)
})

test('a form takes five addresses an hour from one network, and the rest wait without a mail', async () => {
  const [ada, eve] = [await editor(), await editor()]
  const [url, second, theirs] = [await form(ada), await form(ada), await form(eve)]
  const some = async (to: string, from: number, count: number) => {
    for (let at = from; at < from + count; at++) await send(to, { email: `p${at}@mill.example` }, `203.0.113.${at}`)
  }

  await some(url, 0, 8)
  expect(await asked(ada)).toHaveLength(5)
  await some(second, 20, 3)
  expect(await asked(ada)).toHaveLength(8)
  await some(theirs, 0, 2)
  expect(await asked(eve)).toHaveLength(2)
  const rows = await app.sql(ada.companyId, 'select count(*)::int from newsletter_subscribers where company_id = $1', [
    ada.companyId,
  ])
  expect(rows).toEqual([{ count: 11 }])
})

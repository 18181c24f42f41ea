import { afterAll, describe, expect, test } from 'vitest'
import { changes } from '#contract/platform/changes.ts'
import { SUBSCRIBER_STATUSES, subscribers, type SubscriberStatus } from '#contract/content/subscribers.ts'
import type { TestPerson } from '#server/test/app.ts'
import { forgettingOf } from '#server/test/forgetting.ts'
import { startMailingApp, subscribersOf } from '#server/test/subscribers.ts'
import { addressesOf } from './addresses.ts'
import { lockSubscribers, takeStep, type Step } from './status.ts'

const app = await startMailingApp()
afterAll(() => app.stop())
const { put, putWith, editor, statusOf, details, form, send, asked, confirmLink, leaveLink, press } = subscribersOf(app)
const { forget } = forgettingOf(app)

type Doing = (person: TestPerson, id: number) => Promise<unknown>
const byStaff =
  (status: 'unsubscribed' | 'blocked' | 'unblocked'): Doing =>
  (person, id) =>
    person
      .call(subscribers.update, { params: { id }, body: { status, reason: 'They asked by phone' } })
      .catch(() => undefined)
/** As the areas do it that read what mail servers answer. */
const bySystem =
  (step: Step, source: 'bounce' | 'feedback' | 'staff'): Doing =>
  ({ companyId }, id) =>
    app.services.tenants.write(companyId, { kind: 'system', channel: 'api', act: 'test' }, async (tenant) =>
      takeStep(tenant, addressesOf(app.services.config), await lockSubscribers(tenant, [id]), step, { source }),
    )
/** By the form and the link in the mail, as its owner does. */
const confirms: Doing = async (person, id) => {
  const { email } = await details(person, id)
  await send(await form(person), { email }, `198.51.${id % 250}.1`)
  const mail = (await asked(person)).find(({ for_id }) => for_id === id)
  if (mail) await press(confirmLink(person.companyId, mail))
}
const leaves =
  (body = ''): Doing =>
  ({ companyId }, id) =>
    press(leaveLink(companyId, id), body)

const WAYS: Readonly<Record<string, readonly [Doing, Readonly<Record<SubscriberStatus, string>>]>> = {
  'its owner confirms': [
    confirms,
    {
      unconfirmed: 'subscribed',
      subscribed: 'subscribed',
      unsubscribed: 'subscribed',
      bounced: 'subscribed',
      complained: 'complained',
      blocked: 'blocked',
    },
  ],
  'its owner unsubscribes on the page': [
    leaves(),
    {
      unconfirmed: 'unsubscribed',
      subscribed: 'unsubscribed',
      unsubscribed: 'unsubscribed',
      bounced: 'unsubscribed',
      complained: 'complained',
      blocked: 'blocked',
    },
  ],
  'a colleague unsubscribes it': [
    byStaff('unsubscribed'),
    {
      unconfirmed: 'unsubscribed',
      subscribed: 'unsubscribed',
      unsubscribed: 'unsubscribed',
      bounced: 'bounced',
      complained: 'complained',
      blocked: 'blocked',
    },
  ],
  'a colleague blocks it': [
    byStaff('blocked'),
    {
      unconfirmed: 'blocked',
      subscribed: 'blocked',
      unsubscribed: 'blocked',
      bounced: 'blocked',
      complained: 'blocked',
      blocked: 'blocked',
    },
  ],
  'a colleague unblocks it': [
    byStaff('unblocked'),
    {
      unconfirmed: 'unconfirmed',
      subscribed: 'subscribed',
      unsubscribed: 'unsubscribed',
      bounced: 'bounced',
      complained: 'complained',
      blocked: 'subscribed',
    },
  ],
  'its mails bounce': [
    bySystem('bounce', 'bounce'),
    {
      unconfirmed: 'unconfirmed',
      subscribed: 'bounced',
      unsubscribed: 'unsubscribed',
      bounced: 'bounced',
      complained: 'complained',
      blocked: 'blocked',
    },
  ],
  'it complains': [
    bySystem('complain', 'feedback'),
    {
      unconfirmed: 'complained',
      subscribed: 'complained',
      unsubscribed: 'complained',
      bounced: 'complained',
      complained: 'complained',
      blocked: 'blocked',
    },
  ],
  'its bounces are reset': [
    bySystem('reset', 'staff'),
    {
      unconfirmed: 'unconfirmed',
      subscribed: 'subscribed',
      unsubscribed: 'unsubscribed',
      bounced: 'subscribed',
      complained: 'complained',
      blocked: 'blocked',
    },
  ],
}

test.each(Object.entries(WAYS))(
  'when %s, each status becomes what the table says, and nobody else’s does',
  async (_way, [act, becomes]) => {
    const [ada, eve] = [await editor(), await editor()]
    const after: Partial<Record<SubscriberStatus, string>> = {}
    const untouched: string[] = []

    for (const status of SUBSCRIBER_STATUSES) {
      const id = await putWith(ada, status)
      const others = [
        [ada, await putWith(ada, status, `other.${status}@mill.example`)],
        [eve, await putWith(eve, status)],
      ] as const
      await act(ada, id)
      after[status] = await statusOf(ada, id)
      for (const [person, other] of others) if ((await statusOf(person, other)) === status) untouched.push(status)
    }

    expect(after).toEqual(becomes)
    expect(untouched).toHaveLength(2 * SUBSCRIBER_STATUSES.length)
  },
)

test('a change says since when, by what and why, with what it means for the consent', async () => {
  const ada = await editor()
  const id = await putWith(ada, 'subscribed')

  await byStaff('blocked')(ada, id)
  const blocked = await details(ada, id)
  expect(blocked).toMatchObject({
    status: 'blocked',
    blocked_from: 'subscribed',
    status_source: 'staff',
    status_reason: 'They asked by phone',
  })
  expect(Date.now() - Date.parse(blocked.status_at)).toBeLessThan(60_000)
  expect(blocked.consents).toMatchObject([{ what: 'blocked', by: { name: 'Meera Krishnan' } }])
  await byStaff('unblocked')(ada, id)
  await leaves('List-Unsubscribe=One-Click')(ada, id)
  expect(await details(ada, id)).toMatchObject({
    status: 'unsubscribed',
    status_source: 'one_click',
    unsubscribed_at: expect.any(String),
  })
  await expect(ada.call(subscribers.update, { params: { id }, body: { status: 'blocked' } })).rejects.toThrow('400')
  await expect(
    ada.call(subscribers.update, { params: { id }, body: { status: 'unsubscribed' } }),
  ).rejects.toMatchObject({
    failure: { code: 'wrong_status', message: 'This address is unsubscribed already.' },
  })
})

test('what the owner says while blocked holds after it: unblocking subscribes nobody who left or complained', async () => {
  const ada = await editor()
  const [left, complained] = [await putWith(ada, 'blocked'), await putWith(ada, 'blocked', 'spam@mill.example')]

  await leaves()(ada, left)
  await bySystem('complain', 'feedback')(ada, complained)
  await byStaff('unblocked')(ada, left)
  await byStaff('unblocked')(ada, complained)

  expect([await statusOf(ada, left), await statusOf(ada, complained)]).toEqual(['unsubscribed', 'complained'])
})

test('a month after it complained its owner can subscribe again; one that never confirmed can’t be reset', async () => {
  const ada = await editor()
  const id = await put(ada, 'back@mill.example', { status: 'complained', status_at: '2026-01-02T10:00:00Z' })
  const bounced = await put(ada, 'never@mill.example', { status: 'bounced' })

  await confirms(ada, id)
  await bySystem('reset', 'staff')(ada, bounced)

  expect([await statusOf(ada, id), await statusOf(ada, bounced)]).toEqual(['subscribed', 'bounced'])
})

describe('C12: undo', () => {
  const undoAll = async (person: TestPerson) => {
    const sentences: string[] = []
    const acts = (await person.call(changes.list, { query: { by: 'everybody' } })).data
    for (const { change_set } of acts)
      try {
        const { data } = await person.call(changes.undo, { body: { changeSet: change_set } })
        sentences.push(...data.skipped.map(({ reason }) => reason))
      } catch (error) {
        sentences.push(String(error))
      }
    return sentences.join('; ')
  }

  test.each([
    ['unsubscribed', 'only its owner can subscribe again'],
    ['blocked', 'Unblock it instead'],
  ] as const)(
    'of what a colleague did to a subscribed one that is %s since subscribes nobody, and says so',
    async (status, sentence) => {
      const ada = await editor()
      const id = await putWith(ada, 'subscribed')
      await byStaff(status)(ada, id)

      expect(await undoAll(ada)).toContain(sentence)
      expect(await statusOf(ada, id)).toBe(status)
    },
  )

  test('never makes anybody subscribed, whatever was done in which order', async () => {
    const ada = await editor()
    const steps: readonly Doing[] = [
      byStaff('unsubscribed'),
      byStaff('blocked'),
      byStaff('unblocked'),
      leaves(),
      bySystem('bounce', 'bounce'),
      (person, id) => person.call(subscribers.update, { params: { id }, body: { name: `n${Math.random()}` } }),
    ]
    for (let round = 0; round < 6; round++) {
      const id = await putWith(ada, round % 2 ? 'subscribed' : 'unsubscribed', `r${round}@mill.example`)
      for (let at = 0; at < 5; at++) await steps[(round * 7 + at * (round + 2)) % steps.length]!(ada, id)
      const before = await statusOf(ada, id)
      await undoAll(ada)
      if (before !== 'subscribed') expect(await statusOf(ada, id)).not.toBe('subscribed')
    }
  })

  test('of name and note puts them back; an address whose owner has answered is not taken away', async () => {
    const ada = await editor()
    const { data } = await ada.call(subscribers.add, { body: { email: 'grace@mill.example', name: 'Grace' } })
    await ada.call(subscribers.update, { params: { id: data.id }, body: { name: 'Bob' } })
    const [renamed, added] = (await ada.call(changes.list, { query: {} })).data
    await ada.call(changes.undo, { body: { changeSet: renamed!.change_set } })
    expect((await details(ada, data.id)).name).toBe('Grace')

    const [mail] = await asked(ada)
    await press(confirmLink(ada.companyId, mail!))
    const undone = await ada.call(changes.undo, { body: { changeSet: added!.change_set } }).catch(String)
    expect(JSON.stringify(undone)).toContain('Its owner has answered since')
    expect(await statusOf(ada, data.id)).toBe('subscribed')
  })
})

describe('erasing', () => {
  test('takes all values from the row, the history and the mails; no colleague brings the address back, its owner may', async () => {
    const [ada, eve] = [await editor(), await editor()]
    const { data } = await ada.call(subscribers.add, {
      body: { email: 'grace@mill.example', name: 'Grace Hopper', note: 'From the fair' },
    })
    const theirs = await putWith(eve, 'subscribed', 'grace@mill.example')
    await ada.call(subscribers.update, {
      params: { id: data.id },
      body: { name: 'Grace H', status: 'blocked', reason: 'Grace said so' },
    })

    await ada.call(subscribers.erase, { params: { id: data.id } })

    await expect(details(ada, data.id)).rejects.toThrow('404')
    for (const table of [
      'newsletter_subscribers',
      'newsletter_consents',
      'change_values',
      'changes',
      'mails',
      'mail_texts',
      'newsletter_confirmations',
    ]) {
      const rows = await app.sql(ada.companyId, `select * from ${table} where company_id = $1`, [ada.companyId])
      expect([table, /grace|hopper|fair/i.test(JSON.stringify(rows))]).toEqual([table, false])
    }
    expect(await app.sql(ada.companyId, `select state from mails where company_id = $1`, [ada.companyId])).toEqual([
      { state: 'skipped' },
    ])
    await expect(ada.call(subscribers.add, { body: { email: 'grace@mill.example' } })).rejects.toThrow(
      'This address was erased',
    )
    for (const { change_set } of (await ada.call(changes.list, { query: {} })).data)
      await ada.call(changes.undo, { body: { changeSet: change_set } }).catch(() => undefined)
    expect((await ada.call(subscribers.list, { query: {} })).data).toEqual([])
    await expect(eve.call(subscribers.erase, { params: { id: data.id } })).rejects.toThrow('404')
    expect(await statusOf(eve, theirs)).toBe('subscribed')

    await app.sql(ada.companyId, `update newsletter_confirmations set created_at = now() - interval '25 hours'`, [])
    await send(await form(ada), { email: 'grace@mill.example' })
    const [mail] = await asked(ada)
    await press(confirmLink(ada.companyId, mail!))
    expect((await ada.call(subscribers.list, { query: {} })).data).toMatchObject([
      { email: 'grace@mill.example', status: 'subscribed' },
    ])
  })

  test('comes by itself to those that did not confirm in 30 days, and to nobody else', async () => {
    const ada = await editor()
    const old = { created_at: '2026-01-02T10:00:00Z', status_at: '2026-01-02T10:00:00Z' }
    const gone = await put(ada, 'old@mill.example', old)
    const [young, left] = [
      await put(ada, 'young@mill.example'),
      await put(ada, 'left@mill.example', { ...old, status: 'unsubscribed' }),
    ]

    await forget()

    await expect(details(ada, gone)).rejects.toThrow('404')
    expect([await statusOf(ada, young), await statusOf(ada, left)]).toEqual(['unconfirmed', 'unsubscribed'])
    expect((await ada.call(subscribers.add, { body: { email: 'old@mill.example' } })).data.status).toBe('unconfirmed')
  })
})

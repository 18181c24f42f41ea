import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import {
  SUBSCRIBER_EXPORT_COLUMNS,
  SUBSCRIBER_EXPORT_NAMES,
  subscriberExports,
} from '#contract/content/subscriber-exports.ts'
import { subscribers } from '#contract/content/subscribers.ts'
import { asWritten } from '#contract/kit/spreadsheet-guard.ts'
import { startTestApp } from '#server/test/app.ts'
import { workOff } from '#server/test/leads.ts'
import { subscribersOf } from '#server/test/subscribers.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { put, putWith, editor } = subscribersOf(app)

const HOSTILE = ['=HYPERLINK("https://evil.example")', '+1+cmd|calc', '@SUM(A1)', '-2+3', '\tTab', 'a;b,"c"', '  =1+1']

test('S12: an export holds the selected rows in their order, with names that no spreadsheet runs', async () => {
  const [ada, eve] = [await editor(), await editor()]
  await putWith(eve, 'subscribed', 'theirs@mill.example')
  for (const [at, name] of HOSTILE.entries())
    await put(ada, `p${at}@mill.example`, { name, note: name, created_at: `2026-03-0${at + 1}T10:00:00Z` })
  const { data: selection } = await ada.call(subscribers.select, { body: { filter: { order: 'asc' } } })

  const { data } = await ada.call(subscriberExports.begin, {
    body: { selection: selection.id, columns: SUBSCRIBER_EXPORT_NAMES },
  })
  await put(ada, 'late@mill.example')
  await workOff(app)

  const { status, text } = await ada.send('GET', `/marketing/export_newsletter/${data.job}`)
  expect(status).toBe(200)
  const [header, ...rows] = parse(text, { bom: true })
  expect(header).toEqual(Object.values(SUBSCRIBER_EXPORT_COLUMNS))
  expect(rows.map(([email]) => email)).toEqual(HOSTILE.map((_, at) => `p${at}@mill.example`))
  expect(rows.map(([, name = '']) => asWritten(name))).toEqual(HOSTILE)
  for (const cell of rows.flat()) expect(cell).not.toMatch(/^\s*[=+@-]/)
  const reader = await app.signIn({ colleagueOf: ada, can: ['newsletter_list'] })
  await expect(
    reader.call(subscriberExports.begin, { body: { selection: selection.id, columns: ['email'] } }),
  ).rejects.toThrow('403')
  expect((await eve.send('GET', `/marketing/export_newsletter/${data.job}`)).status).toBe(404)
})

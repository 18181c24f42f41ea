import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#server/test/app.ts'
import { productOf } from '#server/app/features.ts'

const app = await startTestApp()
const { inLockOrder } = productOf(app.services).given.rules()
afterAll(() => app.stop())

test('an undo locks every list of settings before leads, and leads before all that the history keeps with them', async () => {
  const { rows } = await app.owner.query<{ entity: string; root: string }>(`
    select tgrelid::regclass::text as entity, split_part(encode(tgargs, 'escape'), '\\000', 2) as root from pg_trigger
    where tgname = 'history_delete' order by 1`)
  const order = inLockOrder(rows.map(({ entity }) => entity))
  const ofLeads = rows.filter(({ root }) => root === 'leads').map(({ entity }) => entity)
  const others = rows.filter(({ root }) => root !== 'leads').map(({ entity }) => entity)

  expect(ofLeads.length).toBeGreaterThan(5)
  expect(others).toEqual(expect.arrayContaining(['assignment_settings', 'sla_targets', 'working_calendars']))
  expect(order.slice(0, 3)).toEqual(['allowed_domains', 'restricted_domains', 'assignment_entries'])
  expect(order.slice(0, others.length).toSorted()).toEqual(others.toSorted())
  expect(order.slice(others.length)).toEqual(['leads', ...ofLeads.filter((entity) => entity !== 'leads').toSorted()])
})

test('an undo locks a post before its authors, categories, pictures and redirects, as whoever saves it does', () => {
  const named = ['blog_authors', 'blog_categories', 'blog_images', 'blog_redirects']

  expect(inLockOrder([...named, 'blog_posts'])).toEqual(['blog_posts', ...named])
})

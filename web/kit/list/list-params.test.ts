import { expect, test } from 'vitest'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { changeParams, isNarrowedBy, queryOf, readParams, sameView, writeParams, type ListSpec } from './list-params.ts'

const spec: ListSpec = {
  endpoint: marketingLeads.list,
  sorts: ['created_at', 'name'],
  defaultSort: { sort: 'created_at', order: 'desc' },
  own: ['lead'],
  views: ['all', 'queue'],
}
const read = (search: string) => readParams(new URLSearchParams(search), spec)
const roundTrip = (search: string) => writeParams(read(search), spec).toString()

test('the address survives a round trip to the byte', () => {
  const address =
    'view=queue&page=3&pageSize=50&search=pump&sort=name&order=asc&source=email&source=phone&status=new&reason=spam_or_bot&reason=too_far_away&from_date=2026-02-28&assigned_qa=none&assigned_qa=7&lead=12'

  const names = new URLSearchParams(roundTrip(address))

  expect([...names].toSorted()).toEqual([...new URLSearchParams(address)].toSorted())
  expect(roundTrip(roundTrip(address))).toBe(roundTrip(address))
})

test('defaults are left out', () => {
  expect(roundTrip('page=1&pageSize=20&sort=created_at&order=desc')).toBe('')
})

test('unknown names and values are dropped silently', () => {
  expect(
    roundTrip(
      'colour=red&status=lost&status=valid&sort=password&view=nobodys&pageSize=33&page=-1&from_date=2026-02-31',
    ),
  ).toBe('status=valid')
})

test('search is trimmed, and left out when empty', () => {
  expect(read('search=%20pump%20')).toEqual({ search: 'pump' })
  expect(read('search=%20%20')).toEqual({})
})

test('several values may come repeated or in one, each once', () => {
  expect(read('status=new,valid&status=new')).toEqual({ status: ['new', 'valid'] })
})

test('any filter change starts again at page 1', () => {
  const params = read('page=4&status=new')

  expect(writeParams(changeParams(params, { status: ['valid'] }, spec), spec).toString()).toBe('status=valid')
  expect(writeParams(changeParams(params, { sort: 'name' }, spec), spec).has('page')).toBe(false)
})

test('opening a row or turning the page keeps the rest', () => {
  const params = read('page=4&status=new')

  expect(changeParams(params, { lead: '9' }, spec)).toMatchObject({ page: '4', lead: '9' })
  expect(changeParams(params, { page: '5' }, spec)).toMatchObject({ page: '5', status: ['new'] })
})

test('the endpoint is asked with numbers as numbers, the defaults, and nothing of the page’s own', () => {
  expect(queryOf(read('page=2&assigned_qa=7&assigned_qa=none&lead=3&view=queue'), spec)).toEqual({
    page: 2,
    pageSize: 20,
    sort: 'created_at',
    order: 'desc',
    assigned_qa: [7, 'none'],
  })
})

test('a saved view is named by its id, and columns by their keys; turning columns keeps the page', () => {
  expect(roundTrip('view=17&columns=phone&columns=Robert%27);&columns=qa')).toBe('view=17&columns=phone&columns=qa')
  expect(roundTrip('columns=attr%3Adn_25&columns=9')).toBe('columns=attr%3Adn_25')
  expect(changeParams(read('page=4'), { columns: ['phone'] }, spec)).toMatchObject({ page: '4', columns: ['phone'] })
})

test('two states are one view when they narrow and order alike, in whatever order values were picked', () => {
  const same = (one: string, other: string) => sameView(read(one), read(other), spec)

  expect(same('status=new&status=valid&page=3&lead=4', 'status=valid&status=new&view=queue')).toBe(true)
  expect(same('sort=created_at&order=desc', '')).toBe(true)
  expect(same('sort=name&order=asc', '')).toBe(false)
  expect(same('search=pump', '')).toBe(false)
})

test('a list is narrowed by what a view is made of only while nothing else narrows it; its order and page say nothing', () => {
  const quarantined = { quarantined: 'yes' }

  expect(isNarrowedBy(read('view=all&page=2&sort=name&order=asc'), {}, spec)).toBe(true)
  expect(isNarrowedBy(read('quarantined=yes&sort=name'), quarantined, spec)).toBe(true)
  expect(isNarrowedBy(read('quarantined=yes'), {}, spec)).toBe(false)
  expect(isNarrowedBy(read('clock=overdue'), {}, spec)).toBe(false)
  expect(isNarrowedBy(read('quarantined=yes&search=pump'), quarantined, spec)).toBe(false)
})

import { afterEach, expect, test } from 'vitest'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { CHANGED, keyOf, showAtOnce } from './api.ts'
import { queryClient } from './query-client.ts'

afterEach(() => queryClient.clear())

const list = marketingLeads.list
const first = keyOf(list, { query: { page: 1 } })
const second = keyOf(list, { query: { page: 2 } })
const put = (key: readonly unknown[], ...rows: { id: number; status: string }[]) =>
  queryClient.setQueryData(key, { data: rows, pagination: {} })
const rowsOf = (key: readonly unknown[]) =>
  Object(queryClient.getQueryData(key)).data.map(({ id, status }: { id: number; status: string }) => `${id} ${status}`)
const show = (status: string, ...ids: number[]) => showAtOnce({ list, rows: () => ids, change: () => ({ status }) }, {})

test('a change that is shown at once is put back when it fails, on every page that shows the row', () => {
  put(first, { id: 1, status: 'new' }, { id: 2, status: 'new' })
  put(second, { id: 2, status: 'new' })

  const putBack = show('valid', 2)
  expect([rowsOf(first), rowsOf(second)]).toEqual([['1 new', '2 valid'], ['2 valid']])
  expect(Object(queryClient.getQueryData(second)).data[0]).toHaveProperty([CHANGED])

  putBack()
  expect([rowsOf(first), rowsOf(second)]).toEqual([['1 new', '2 new'], ['2 new']])
  expect(Object(queryClient.getQueryData(second)).data[0]).not.toHaveProperty([CHANGED])
})

test('what is shown at once may differ from row to row', () => {
  put(first, { id: 1, status: 'new' }, { id: 2, status: 'new' })

  showAtOnce({ list, rows: () => [1, 2], change: (_, { id }) => ({ status: id === 1 ? 'valid' : 'invalid' }) }, {})

  expect(rowsOf(first)).toEqual(['1 valid', '2 invalid'])
})

test('what has been fetched meanwhile is not put back to what it was before', () => {
  put(first, { id: 1, status: 'new' }, { id: 2, status: 'new' })
  const putBack = show('valid', 1, 2)
  put(first, { id: 3, status: 'new' }, { id: 1, status: 'invalid' })

  putBack()

  expect(rowsOf(first)).toEqual(['3 new', '1 invalid'])
})

test('of two changes at the same time the one that fails takes back its own rows alone', () => {
  put(first, { id: 1, status: 'new' }, { id: 2, status: 'new' })
  const putBack = show('valid', 1)
  show('invalid', 2)

  putBack()

  expect(rowsOf(first)).toEqual(['1 new', '2 invalid'])
})

test('a page that shows none of the rows is no newer than it was', () => {
  put(first, { id: 1, status: 'new' })
  put(second, { id: 2, status: 'new' })
  const at = queryClient.getQueryState(second)?.dataUpdatedAt
  void queryClient.invalidateQueries({ queryKey: second })

  show('valid', 1)()

  expect(queryClient.getQueryState(second)).toMatchObject({ isInvalidated: true, dataUpdatedAt: at })
})

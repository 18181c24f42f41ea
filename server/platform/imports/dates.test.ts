import { expect, test } from 'vitest'
import { orderOfDates, readMoment } from './dates.ts'

const read = (text: string, order: 'day_first' | 'month_first' = 'day_first', zone = 'Europe/Berlin') =>
  readMoment(text, order, zone)?.toString()

test('a date is read as ISO, with points, and by the order of day and month between slashes', () => {
  expect(read('2024-02-29')).toBe('2024-02-28T23:00:00Z')
  expect(read('2024-02-29 10:30')).toBe('2024-02-29T09:30:00Z')
  expect(read('2024-02-29T10:30:00.123Z')).toBe('2024-02-29T10:30:00Z')
  expect(read('2024-02-29T10:30:00+0530')).toBe('2024-02-29T05:00:00Z')
  expect(read('29.2.2024 14:05')).toBe('2024-02-29T13:05:00Z')
  expect(read('29.2.2024', 'month_first')).toBe('2024-02-28T23:00:00Z')
  expect(read('3/4/2024', 'day_first', 'UTC')).toBe('2024-04-03T00:00:00Z')
  expect(read('3/4/2024, 12:15 AM', 'month_first', 'UTC')).toBe('2024-03-04T00:15:00Z')
  expect(read('3/4/2024 2:05 pm', 'month_first', 'UTC')).toBe('2024-03-04T14:05:00Z')
})

test('a day or an hour that does not exist, and what is no date, is none', () => {
  for (const text of [
    '2024-02-30',
    '31.04.2024',
    '13/13/2024',
    '2024-01-01 25:00',
    '1/2/24',
    'yesterday',
    '45000',
    '',
    '1'.repeat(500),
  ])
    expect([text, read(text)]).toEqual([text, undefined])
})

test('the order is known by a day that is no month', () => {
  expect(orderOfDates(['3/4/2024', '13/4/2024'])).toBe('day_first')
  expect(orderOfDates(['3/4/2024', '4-13-2024'])).toBe('month_first')
  expect(orderOfDates(['3/4/2024', '31.12.2024', 'Ann'])).toBeUndefined()
})

import { expect, test } from 'vitest'
import { humanise, makeFormats } from './format.ts'

const india = makeFormats({ date_format: 'DD MMM YYYY', timezone: 'Asia/Kolkata' })
const late = '2026-03-12T20:15:00Z'

test('dates are written in the person’s zone', () => {
  expect(india.dateTime(late)).toBe('13 Mar 2026, 01:45')
  expect(makeFormats({ date_format: 'DD MMM YYYY', timezone: 'America/New_York' }).dateTime(late)).toBe(
    '12 Mar 2026, 16:15',
  )
})

test.each([
  ['DD MMM YYYY', '02 Mar 2026'],
  ['MMM D, YYYY', 'Mar 2, 2026'],
  ['DD/MM/YYYY', '02/03/2026'],
  ['MM/DD/YYYY', '03/02/2026'],
  ['YYYY-MM-DD', '2026-03-02'],
  ['DD.MM.YYYY', '02.03.2026'],
])('the format %s is followed', (date_format, written) => {
  const formats = makeFormats({ date_format, timezone: 'UTC' })

  expect(formats.date('2026-03-02T12:00:00Z')).toBe(written)
  expect(formats.writeDay('2026-03-02')).toBe(written)
})

test.each(['', 'YYYY', 'DD MM DD', 'dd hh YYYY', 'quarter YYYY MM DD'])(
  'a format that makes no date (%s) falls back',
  (date_format) => {
    expect(makeFormats({ date_format, timezone: 'UTC' }).date('2026-03-02T12:00:00Z')).toBe('02 Mar 2026')
  },
)

test('an unknown zone falls back to the device', () => {
  expect(() => makeFormats({ date_format: '', timezone: 'Mars/Olympus' }).date(late)).not.toThrow()
})

test('up to seven days are relative, older is the date', () => {
  const now = new Date('2026-03-12T12:00:00Z')
  const ago = (seconds: number) => india.relative(new Date(now.getTime() - seconds * 1000), now)

  expect(ago(20)).toBe('just now')
  expect(ago(250)).toBe('4 min ago')
  expect(ago(3 * 3600)).toBe('3 h ago')
  expect(ago(86_400)).toBe('1 day ago')
  expect(ago(6 * 86_400)).toBe('6 days ago')
  expect(ago(8 * 86_400)).toBe('04 Mar 2026')
  expect(ago(-7200)).toBe('in 2 h')
})

test('a day is the person’s day, never UTC’s', () => {
  const now = new Date(late)

  expect(india.day(0, now)).toBe('2026-03-13')
  expect(india.day(-1, now)).toBe('2026-03-12')
  expect(makeFormats({ date_format: '', timezone: 'America/New_York' }).day(0, now)).toBe('2026-03-12')
})

test('codes read as words', () => {
  expect(humanise('job_seeker_or_vendor_pitch')).toBe('Job seeker or vendor pitch')
  expect(humanise('in-progress')).toBe('In progress')
})

import { session } from '#web/kit/data/session.ts'

/** How dates and numbers are written for one person. */
export interface Formats {
  /** `12 Mar 2026`, in the person's format and zone. */
  date: (at: string | Date) => string
  /** `13:47`, of today or where the day is said beside it. */
  time: (at: string | Date) => string
  /** `12 Mar 2026, 13:47` */
  dateTime: (at: string | Date) => string
  /** With the zone's short name, for tooltips. */
  dateTimeZone: (at: string | Date) => string
  /** `4 min ago` up to seven days, then the date. */
  relative: (at: string | Date, now?: Date) => string
  /** `4 min`, `3 h`, `2 days`: how long since. */
  age: (at: string | Date, now?: Date) => string
  /** `≈ 20 min`, `≈ 3.5 h`: how long something takes, not to the second. */
  about: (seconds: number) => string
  number: (value: number) => string
  /** At most one digit behind the point. */
  decimal: (value: number) => string
  /** Today as `YYYY-MM-DD` in the person's zone, moved by whole days. */
  day: (offset?: number, now?: Date) => string
  /** A `YYYY-MM-DD` as the person writes dates; no zone is involved. */
  writeDay: (day: string) => string
  zoneName: string
  /** The hour of the day, 0–23, in the person's zone. */
  hour: (now?: Date) => number
}

interface Profile {
  date_format: string
  timezone: string
}

let made: { key: string; formats: Formats } | undefined

/** The formats of the person who is signed in, made once per profile. */
export const formats = (): Formats => {
  const { user } = session.get()
  const profile = { date_format: user?.date_format ?? '', timezone: user?.timezone ?? '' }
  const key = `${profile.date_format}|${profile.timezone}`
  if (made?.key !== key) made = { key, formats: makeFormats(profile) }
  return made.formats
}

const DEFAULT_DATE_FORMAT = 'DD MMM YYYY'
const TOKENS = /YYYY|MMM|MM|DD|D/g

export const makeFormats = (profile: Profile, language = 'en'): Formats => {
  const timeZone = isZone(profile.timezone) ? profile.timezone : undefined
  const pattern = isDateFormat(profile.date_format) ? profile.date_format : DEFAULT_DATE_FORMAT
  const zone = timeZone === undefined ? {} : { timeZone }
  const parts = new Intl.DateTimeFormat('en', { ...zone, year: 'numeric', month: 'short', day: '2-digit' })
  const digits = new Intl.DateTimeFormat('en', { ...zone, month: '2-digit' })
  const time = new Intl.DateTimeFormat('en-GB', { ...zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const number = new Intl.NumberFormat(language)
  const decimal = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const plain = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short' })

  const fields = (at: Date) => {
    const part = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]))
    return {
      year: part['year'] ?? '',
      month: digits.format(at),
      monthName: part['month'] ?? '',
      day: part['day'] ?? '',
    }
  }
  const write = ({ year, month, monthName, day }: ReturnType<typeof fields>) =>
    pattern.replace(
      TOKENS,
      (token) => ({ YYYY: year, MMM: monthName, MM: month, DD: day, D: String(Number(day)) })[token] ?? token,
    )
  const zoneName = zoneNameOf(zone)

  const date = (at: string | Date) => write(fields(new Date(at)))
  const dateTime = (at: string | Date) => `${date(at)}, ${time.format(new Date(at))}`
  return {
    date,
    time: (at) => time.format(new Date(at)),
    dateTime,
    dateTimeZone: (at) => `${dateTime(at)} ${zoneName}`,
    relative: (at, now = new Date()) => {
      const seconds = (now.getTime() - new Date(at).getTime()) / 1000
      if (Math.abs(seconds) >= 7 * DAY) return date(at)
      if (Math.abs(seconds) < MINUTE) return 'just now'
      return seconds > 0 ? `${span(seconds)} ago` : `in ${span(-seconds)}`
    },
    age: (at, now = new Date()) => span(Math.max(0, (now.getTime() - new Date(at).getTime()) / 1000)),
    about: (seconds) => {
      const [size, unit]: [number, string] =
        seconds < MINUTE ? [1, 's'] : seconds < HOUR ? [MINUTE, 'min'] : seconds < 2 * DAY ? [HOUR, 'h'] : [DAY, 'days']
      const value = seconds / size
      return `≈ ${value < 10 ? decimal.format(value) : number.format(Math.round(value))} ${unit}`
    },
    number: number.format,
    decimal: decimal.format,
    day: (offset = 0, now = new Date()) => {
      const { year, month, day } = fields(now)
      return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) + offset)).toISOString().slice(0, 10)
    },
    writeDay: (day) => {
      const [year = '', month = '', date = ''] = day.split('-')
      return write({ year, month, day: date, monthName: plain.format(new Date(`${day}T00:00:00Z`)) })
    },
    zoneName,
    hour: (now = new Date()) => Number(time.format(now).slice(0, 2)),
  }
}

/** English speakers of different places know different zones by name; the first who has more than an offset tells. */
const ZONE_SPEAKERS = ['en-GB', 'en-IN', 'en-US', 'en-AU', 'en-ZA']

/** `CET`; in summer that zone is `CEST`. */
export const zoneNameOf = (zone: { timeZone?: string }, at = new Date()) => {
  const names = ZONE_SPEAKERS.map((speaker) =>
    new Intl.DateTimeFormat(speaker, { ...zone, timeZoneName: 'short' })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName'),
  ).map((part) => part?.value ?? '')
  return names.find((name) => !/^(GMT|UTC)[+-]/.test(name)) ?? names[0] ?? ''
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const span = (seconds: number) => {
  if (seconds < HOUR) return `${Math.max(1, Math.floor(seconds / MINUTE))} min`
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h`
  const days = Math.floor(seconds / DAY)
  return days === 1 ? '1 day' : `${days} days`
}

/** A format is taken when it names a year, a month and a day once each and nothing unknown. */
const isDateFormat = (pattern: string) => {
  const tokens = pattern.match(TOKENS) ?? []
  const kinds = new Set(tokens.map((token) => token[0]))
  return tokens.length === 3 && kinds.size === 3 && !/[A-Za-z]/.test(pattern.replace(TOKENS, ''))
}

const isZone = (zone: string) => {
  try {
    return zone !== '' && Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** `1 lead`, `1,284 leads` */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${formats().number(count)} ${count === 1 ? one : many}`

/** `38%` of a part from 0 to 1. */
export const percent = (part: number) => `${Math.round(part * 100)}%`

/** `in_progress` → `In progress`, for codes that have no label of their own. */
export const humanise = (code: string) => {
  const words = code.replaceAll(/[_-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

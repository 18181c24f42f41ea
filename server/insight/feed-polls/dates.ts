/** Longer texts are no dates. */
const LONGEST = 100
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'ru', 'tr', 'cs']
/** Of zones that feeds name, in minutes: RFC 822, and some that are common. */
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  bst: 60,
  cet: 60,
  cest: 120,
  eet: 120,
  eest: 180,
  msk: 180,
  ist: 330,
  jst: 540,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('.', '').toLowerCase()

/** Months by all their names, as `Intl` writes them. */
const MONTHS: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) =>
      [{ month }, { month, day: 'numeric' as const }].flatMap((options) => {
        const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
        return Array.from({ length: 12 }, (_, at): [string, number] => [
          folded(format.formatToParts(Date.UTC(2026, at, 5)).find(({ type }) => type === 'month')?.value ?? ''),
          at + 1,
        ])
      }),
    ),
  ),
)
const monthOf = (word: string) => {
  const name = folded(word)
  return MONTHS.get(name) ?? MONTHS.get(name.slice(0, 3))
}

const TIME = String.raw`(?:[,T\s]+(?:at\s)?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s?([ap]m)?)?`
const ZONE = String.raw`\s?(Z|[+-]\d{2}:?\d{2}|[A-Za-z]{2,5})?`
const ISO = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}${ZONE}`, 'i')
const DAY_FIRST = new RegExp(
  String.raw`^(\d{1,2})[\s./-]{1,3}(?:de\s)?(\p{L}{3,12})\.?[\s,/-]{1,3}(?:de\s)?(\d{4}|\d{2})${TIME}${ZONE}`,
  'iu',
)
const MONTH_FIRST = new RegExp(String.raw`^(\p{L}{3,12})\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s(\d{4})${TIME}${ZONE}`, 'iu')

/** A date as feeds write them: RFC 822, RFC 3339, and the usual faults of both; undefined: nobody can tell. */
export const parseDate = (raw: string | undefined): Date | undefined => {
  const text = raw?.trim().replaceAll(/\s{1,20}/g, ' ') ?? ''
  if (text === '' || text.length > LONGEST) return undefined
  const iso = ISO.exec(text)
  if (iso) return made(Number(iso[1]), Number(iso[2]), Number(iso[3]), iso.slice(4))
  // The day of the week is wrong often enough, and says nothing.
  const digits = text.search(/\d/)
  const dayFirst = digits < 0 ? null : DAY_FIRST.exec(text.slice(digits))
  if (dayFirst)
    return made(yearOf(dayFirst[3] ?? ''), monthOf(dayFirst[2] ?? ''), Number(dayFirst[1]), dayFirst.slice(4))
  const monthFirst = MONTH_FIRST.exec(text.replace(/^\p{L}{3,12},\s?/u, ''))
  if (monthFirst)
    return made(Number(monthFirst[3]), monthOf(monthFirst[1] ?? ''), Number(monthFirst[2]), monthFirst.slice(4))
  return undefined
}

const yearOf = (digits: string) => {
  const year = Number(digits)
  return digits.length === 4 ? year : year + (year < 70 ? 2000 : 1900)
}

const made = (
  year: number,
  month: number | undefined,
  day: number,
  [hours = '0', minutes = '0', seconds = '0', half, zone]: readonly (string | undefined)[],
): Date | undefined => {
  if (month === undefined || month < 1 || month > 12 || day < 1 || day > 31) return undefined
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  if (hour > 24 || Number(minutes) > 59 || Number(seconds) > 60) return undefined
  const date = new Date(Date.UTC(year, month - 1, day, hour, Number(minutes) - offsetOf(zone), Number(seconds)))
  const whole = new Date(Date.UTC(year, month - 1, day))
  return whole.getUTCDate() === day ? date : undefined
}

/** In minutes. */
const offsetOf = (zone: string | undefined): number => {
  const numbers = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '')
  if (!numbers) return ZONES[(zone ?? '').toLowerCase()] ?? 0
  const minutes = Number(numbers[2]) * 60 + Number(numbers[3])
  return numbers[1] === '-' ? -minutes : minutes
}

const EARLIEST = Date.UTC(1995, 0, 1)
const AHEAD_MS = 24 * 3_600_000

/** The time that a post is taken to be of; undefined: unknown, or none that can be right. */
export const believable = (date: Date | undefined, now: Date): Date | undefined =>
  date && date.getTime() >= EARLIEST && date.getTime() <= now.getTime() + AHEAD_MS ? date : undefined

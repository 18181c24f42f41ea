import { HOLIDAY_NAME } from '#contract/platform/calendar.ts'
import { badField } from '#server/kit/errors.ts'

const DAY_MS = 86_400_000

/** The public holidays of a country, or of a region of it, in a year, in order, and the regions that have days of their own.
 *  From the library date-holidays, whose data is CC BY 3.0; read when it is first wanted, as it takes memory. */
export const publicHolidays = async (country: string, region: string | undefined, year: number) => {
  const { default: Holidays } = await import('date-holidays')
  const known = new Holidays()
  if (!(country in known.getCountries('en'))) throw badField('country', 'No public holidays are known for this country')
  const regions = known.getStates(country, 'en') ?? {}
  if (region !== undefined && !(region in regions)) throw badField('region', 'This region is not part of the country')
  const of = region === undefined ? new Holidays(country) : new Holidays(country, region)

  const names = new Map<string, string>()
  for (const { date, start, end, name, type } of of.getHolidays(year, 'en')) {
    if (type !== 'public') continue
    const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS))
    for (let day = 0; day < days; day++) {
      const at = dayAfter(date.slice(0, 10), day)
      names.set(at, [...(names.has(at) ? [names.get(at)] : []), name].join(', ').slice(0, HOLIDAY_NAME))
    }
  }
  return {
    regions: Object.entries(regions).map(([code, name]) => ({ code, name })),
    days: [...names].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, name]) => ({ day, name })),
  }
}

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

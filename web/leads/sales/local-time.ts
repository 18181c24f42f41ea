/** The hour where a person is, if it is certain: their country has one time, or zones are named after their city. */
export const timeThere = (country: string | null, city: string | null, now = new Date()): string | undefined => {
  if (country === null) return undefined
  const zones = zonesOf(country)
  const named = city === null ? undefined : zones.find((zone) => cityOf(zone) === plain(city))
  const times = new Set((named === undefined ? zones : [named]).map((zone) => timeIn(zone, now)))
  const [time, another] = times
  return another === undefined ? time : undefined
}

/** The zones of a country, as the browser knows them; none for what it does not know. */
const zonesOf = (country: string): readonly string[] => {
  try {
    const locale: LocaleWithZones = new Intl.Locale(`und-${country}`)
    return locale.getTimeZones?.() ?? locale.timeZones ?? []
  } catch {
    return []
  }
}
type LocaleWithZones = Intl.Locale & { getTimeZones?(): string[] | undefined; timeZones?: string[] }

/** With the day’s name, so that zones on both sides of midnight differ. */
const timeIn = (timeZone: string, now: Date) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' })
    .format(now)
    .replace(',', '')

/** `America/Argentina/Buenos_Aires` → `buenosaires` */
const cityOf = (zone: string) => plain(zone.slice(zone.lastIndexOf('/') + 1))
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[^a-z]/giu, '')
    .toLowerCase()

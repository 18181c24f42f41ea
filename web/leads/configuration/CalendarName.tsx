import { configuration } from '#contract/leads/configuration.ts'
import { useOne } from '#web/kit/data/api.ts'
import { formats } from '#web/kit/look/format.ts'

/** What the company calls a calendar. */
export const CalendarName = ({ id }: { id: number }) => {
  const { data } = useOne(configuration.workingTime, {})
  if (!data) return formats().number(id)
  return data.data.calendars.find((each) => each.id === id)?.name ?? 'A removed calendar'
}

import type { ManagerPeriod } from '#contract/leads/dashboard.ts'
import { linkToLeads } from '#web/leads/list/lead-links.ts'
import { counted, percent } from '#web/kit/look/format.ts'
import { ChartCard } from './ChartCard.tsx'

type Verdicts = NonNullable<ManagerPeriod['verdicts']>

const SHORT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
/** More days than that are shown by the week. */
const MOST_DAYS = 31

/** How many leads were decided when, and how many of them are valid. */
export const DecisionsCard = ({ verdicts: { now, days } }: { verdicts: Verdicts }) => {
  const times = timesOf(days)
  const decided = now.valid + now.invalid
  const most = times.toSorted((one, other) => all(other) - all(one))[0]
  const unit = days.length > MOST_DAYS ? 'week' : 'day'
  return (
    <ChartCard
      title={`Decisions per ${unit}`}
      summary={
        decided === 0 || !most
          ? 'No lead was decided in these days.'
          : `Of ${counted(decided, 'decided lead')}, ${percent(now.valid / decided)} are valid. Most on ${most.label}: ${all(most)}.`
      }
      by={unit === 'day' ? 'Day' : 'Week from'}
      series={[
        { label: 'Valid', colour: 'var(--success)' },
        { label: 'Invalid', colour: 'var(--chart-invalid)' },
      ]}
      rows={times.map(({ label, from, to, valid, invalid }) => {
        const linkTo = (status: 'valid' | 'invalid') =>
          linkToLeads('marketing', { days_of: 'decided', from_date: from, to_date: to, status: [status] })
        return {
          label,
          values: [
            { count: valid, to: linkTo('valid') },
            { count: invalid, to: linkTo('invalid') },
          ],
        }
      })}
      upright
    />
  )
}

interface Time {
  label: string
  from: string
  to: string
  valid: number
  invalid: number
}

const all = ({ valid, invalid }: Time) => valid + invalid

/** Days, or weeks that end today. */
const timesOf = (days: Verdicts['days']): Time[] => {
  const size = days.length > MOST_DAYS ? 7 : 1
  const times: Time[] = []
  for (let end = days.length; end > 0; end -= size) {
    const part = days.slice(Math.max(0, end - size), end)
    const [first, last] = [part[0], part.at(-1)]
    if (first && last)
      times.unshift({
        label: SHORT.format(new Date(first.day)),
        from: first.day,
        to: last.day,
        valid: part.reduce((sum, { valid }) => sum + valid, 0),
        invalid: part.reduce((sum, { invalid }) => sum + invalid, 0),
      })
  }
  return times
}

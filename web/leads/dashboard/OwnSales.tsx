import type { HomeFigures } from '#contract/leads/dashboard.ts'
import { CALENDAR_TIME } from '#web/platform/calendar/durations.ts'
import { linkToHeld } from '#web/leads/list/lead-links.ts'
import { EmptyValue } from '#web/kit/look/EmptyValue.tsx'
import { counted, formats, percent } from '#web/kit/look/format.ts'
import { CountChange } from './Change.tsx'
import { Open } from './Open.tsx'

const DAY = 86_400_000
const MONTH = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

/** What came of one's own leads; a change is coloured by whether it is good, not by its direction. */
export const OwnSales = ({ me, figures: { sales, response } }: { me: number; figures: HomeFigures }) => {
  if (!sales) return null
  const today = formats().day()
  const month = MONTH.format(new Date(`${today}T00:00:00Z`))
  const before = MONTH.format(new Date(Date.parse(`${today.slice(0, 7)}-01`) - DAY))
  const { won, lost, conversion } = sales
  const closed = (status: 'won' | 'lost') =>
    linkToHeld('valid', me, {
      enquiry_status: [status],
      days_of: 'closed',
      from_date: `${today.slice(0, 7)}-01`,
      to_date: today,
    })
  return (
    <dl className="own-sales">
      <div>
        <dt>Won in {month}</dt>
        <dd>
          <Open to={closed('won')} count={won.now} label={`Won in ${month}`}>
            {formats().number(won.now)}
          </Open>
        </dd>
        <dd className="second">
          <CountChange now={won.now} then={won.before} better="more" than={`by this day in ${before}`} />
        </dd>
      </div>
      <div>
        <dt>Lost in {month}</dt>
        <dd>
          <Open to={closed('lost')} count={lost.now} label={`Lost in ${month}`}>
            {formats().number(lost.now)}
          </Open>
        </dd>
        <dd className="second">
          <CountChange now={lost.now} then={lost.before} better="less" than={`by this day in ${before}`} />
        </dd>
      </div>
      <div>
        <dt>Your conversion</dt>
        <dd>{conversion.received === 0 ? <EmptyValue /> : percent(conversion.won / conversion.received)}</dd>
        <dd className="second">
          {formats().number(conversion.won)} won of {counted(conversion.received, 'valid lead')} in the last 90 days
        </dd>
      </div>
      <div>
        <dt>First contact, median</dt>
        <dd>{response?.p50 == null ? <EmptyValue /> : formats().about(response.p50)}</dd>
        <dd className="second">{CALENDAR_TIME}, for leads received in the last 30 days</dd>
      </div>
    </dl>
  )
}

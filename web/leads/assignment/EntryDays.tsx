import { useId } from 'react'
import type { AssignmentEntry } from '#contract/leads/auto-assign-qa.ts'
import type { autoAssignQa } from '#contract/leads/auto-assign-qa.ts'
import type { autoAssignSales } from '#contract/leads/auto-assign-sales.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { formats } from '#web/kit/look/format.ts'

export type DaysEndpoint = typeof autoAssignQa.days | typeof autoAssignSales.days

/** What a person was given and what was their share, day by day. */
export const EntryDays = ({ entry, endpoint }: { entry: AssignmentEntry; endpoint: DaysEndpoint }) => {
  const heading = useId()
  const { data, error } = useOne(endpoint, { params: { id: entry.id } })
  const days = data?.data ?? []
  const { number, decimal, writeDay } = formats()
  const sum = (pick: (day: (typeof days)[number]) => number) => days.reduce((total, day) => total + pick(day), 0)
  return (
    <section aria-labelledby={heading} className="entry-days">
      <h3 id={heading}>Received against fair share, 28 days</h3>
      {error && <p className="side-note">{sentenceOf(error, endpoint.failure)}</p>}
      {data && days.length === 0 && <p className="side-note">No leads were assigned by rotation in these days.</p>}
      {days.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>Day</th>
              <th>Received</th>
              <th>By known domain</th>
              <th>Fair share</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, received, gifts, fair_share }) => (
              <tr key={day}>
                <td>{writeDay(day)}</td>
                <td>{number(received)}</td>
                <td>{number(gifts)}</td>
                <td>{decimal(fair_share)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>All</td>
              <td>{number(sum(({ received }) => received))}</td>
              <td>{number(sum(({ gifts }) => gifts))}</td>
              <td>{decimal(sum(({ fair_share }) => fair_share))}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  )
}

import type { Considered } from '#contract/leads/lead-details.ts'
import { session } from '#web/kit/data/session.ts'
import { formats } from '#web/kit/look/format.ts'
import './lead-timeline.css'

/** Everybody who was weighed up for a lead, each with how far behind their share they were, or why they could not take it. */
export const ConsideredList = ({
  considered,
  tieBreak,
}: {
  considered: readonly Considered[]
  tieBreak?: string | null
}) => (
  <ul className="considered">
    {considered.map((each) => (
      <li key={each.staff.id}>
        <strong>
          <bdi>{each.staff.id === session.get().user?.id ? 'You' : each.staff.name}</bdi>
        </strong>
        <span>{each.eligible ? standing(each) : reasonOf(each)}</span>
      </li>
    ))}
    {tieBreak && <li>{tieBreak}</li>}
  </ul>
)

const standing = ({ received, expected, deficit }: Considered) => {
  const { decimal } = formats()
  const sign = decimal(Math.abs(deficit)) === decimal(0) ? '±' : deficit < 0 ? '+' : '−'
  return `${received} received, fair share ${decimal(expected)} (${sign}${decimal(Math.abs(deficit))})`
}

const reasonOf = ({ reason, until }: Considered) =>
  until ? `${reason}, until ${formats().dateTime(until)}` : (reason ?? 'not eligible')

import { Tooltip } from 'antd'
import { useState } from 'react'
import { leadDetails } from '#contract/leads/lead-details.ts'
import type { LeadRow } from '#contract/leads/lead.ts'
import type { LeadClock } from '#contract/leads/lead-clocks.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { EmptyValue } from '#web/kit/look/EmptyValue.tsx'
import { formats } from '#web/kit/look/format.ts'
import { workingTime, workingTimeInWords } from '#web/platform/calendar/durations.ts'
import './time-left.css'

/** What is left of a lead's clock, or what it took, in working time; pointing at it tells what was counted. */
export const TimeLeft = ({ lead: { id, clock } }: { lead: Pick<LeadRow, 'id' | 'clock'> }) => {
  const [open, setOpen] = useState(false)
  if (!clock) return <EmptyValue />
  const { tone, text } = wordsOf(clock)
  return (
    <Tooltip
      trigger={['hover', 'focus', 'click']}
      title={open ? <Counted id={id} clock={clock} /> : ' '}
      onOpenChange={setOpen}
      classNames={{ root: 'counted-tip' }}
    >
      <button type="button" className={`time-left time-${tone}`}>
        {text}
      </button>
    </Tooltip>
  )
}

/** The same within a link, which can hold nothing else to press. */
export const TimeLeftWords = ({ clock }: { clock: LeadClock }) => {
  const { tone, text } = wordsOf(clock)
  return <span className={`time-left time-${tone}`}>{text}</span>
}

const HOUR = 3_600_000

/** Whole hours while there are some of them: minutes matter when they run out. */
const inSight = (ms: number) => (ms < 2 * HOUR ? ms : ms - (ms % HOUR))

const wordsOf = ({ state, left_ms, over_ms, took_ms, urgency }: LeadClock) => {
  if (state === 'paused') return { tone: 'plain', text: 'On hold' }
  if (state === 'answered')
    return over_ms
      ? { tone: 'over', text: `Missed by ${workingTimeInWords(over_ms)}` }
      : { tone: 'plain', text: `Met in ${workingTimeInWords(took_ms ?? 0)}` }
  if (urgency === 'overdue') return { tone: 'over', text: `${workingTimeInWords(over_ms)} over` }
  return { tone: urgency === 'due_soon' ? 'soon' : 'plain', text: `${workingTimeInWords(inSight(left_ms))} left` }
}

const Counted = ({ id, clock }: { id: number; clock: LeadClock }) => {
  const { data, isError, error } = useOne(leadDetails.clock, { params: { id } })
  const { dateTime } = formats()
  return (
    <div className="counted">
      <p>
        Target {workingTime(clock.target_ms)}
        {clock.due_at && `, due ${dateTime(clock.due_at)}`}.
      </p>
      {isError && <p>{sentenceOf(error, leadDetails.clock.failure)}</p>}
      {data && (
        <>
          <p>Counted by {data.data.calendar}:</p>
          <ul>
            {data.data.intervals.map(({ from, to }) => (
              <li key={from}>
                {dateTime(from)} to {dateTime(to)}
              </li>
            ))}
            {data.data.intervals.length === 0 && <li>Nothing yet</li>}
            {data.data.more && <li>and more</li>}
          </ul>
          {data.data.paused_ms > 0 && <p>Without {workingTime(data.data.paused_ms)} on hold or deleted.</p>}
        </>
      )}
    </div>
  )
}

import { DatePicker, Input, Segmented, Select, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { useId, useRef } from 'react'
import { momentIn, myZone, untilWords } from '#web/content/post-words/moments.ts'
import { zoneNameOf } from '#web/kit/look/format.ts'
import { useMinute } from '#web/kit/look/use-minute.ts'
import type { Mode, Plan } from './use-plan.ts'

const MODES: { value: Mode; label: string }[] = [
  { value: 'now', label: 'Now' },
  { value: 'schedule', label: 'Schedule' },
  { value: 'review', label: 'Ask for a review' },
]

/** Now, at a time of which the zone is named, or when a colleague has looked at it. */
export const WhenToPublish = ({ plan }: { plan: Plan }) => {
  const { mode, setMode } = plan
  const heading = useId()
  const section = useRef<HTMLElement>(null)
  const choose = (to: Mode) => {
    setMode(to)
    // What there is to fill in comes under it, and under the foot of a small screen.
    requestAnimationFrame(() => section.current?.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <section ref={section} aria-labelledby={heading}>
      <h3 id={heading}>When</h3>
      <Segmented<Mode> block aria-labelledby={heading} options={MODES} value={mode} onChange={choose} />
      {mode === 'schedule' && <Schedule plan={plan} />}
      {mode === 'review' && (
        <label className="publish-note" htmlFor="publish-note">
          <span>
            Note for the reviewer <span className="second">(optional)</span>
          </span>
          <Input.TextArea
            id="publish-note"
            rows={2}
            maxLength={2_000}
            value={plan.note}
            onChange={({ target }) => plan.change({ note: target.value })}
          />
        </label>
      )}
    </section>
  )
}

const Schedule = ({ plan: { day, time, zone, at, change } }: { plan: Plan }) => {
  useMinute()
  const until = at && untilWords(at)
  const isElsewhere = at && localName(at, zone) !== localName(at, myZone())
  return (
    <>
      <div className="publish-when">
        <DatePicker
          aria-label="Day"
          format={['ddd D MMM YYYY', 'YYYY-MM-DD']}
          allowClear={false}
          value={dayjs(day)}
          minDate={dayjs().subtract(1, 'day')}
          onChange={(to) => to && change({ day: to.format('YYYY-MM-DD') })}
        />
        <TimePicker
          aria-label="Time"
          format="HH:mm"
          allowClear={false}
          needConfirm={false}
          minuteStep={5}
          value={dayjs(`${day}T${time}`)}
          onChange={(to) => to && change({ time: to.format('HH:mm') })}
        />
        <Select
          aria-label="Time zone"
          value={zone}
          showSearch={{ optionFilterProp: 'label' }}
          options={zonesWith(zone)}
          onChange={(to) => change({ zone: to })}
        />
      </div>
      <p className="publish-until" role="status">
        {until ? `${capital(until)}.` : 'Choose a time at least a minute from now.'}
        {isElsewhere && until && ` That is ${momentIn(at, myZone())} for you.`}
      </p>
    </>
  )
}

const localName = (at: Date, zone: string) => momentIn(at, zone, { brief: true })
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The person’s own zone first. */
const zonesWith = (chosen: string) =>
  [...new Set([myZone(), chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
    value: zone,
    label: `${zone.split('/').at(-1)?.replaceAll('_', ' ')} (${zoneNameOf({ timeZone: zone })})`,
  }))

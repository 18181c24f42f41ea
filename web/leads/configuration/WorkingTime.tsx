import { Button } from 'antd'
import { useState } from 'react'
import { configuration, type NamedCalendar } from '#contract/leads/configuration.ts'
import { daysInWords } from '#web/platform/calendar/week-words.ts'
import { sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { can } from '#web/kit/data/session.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { CalendarForm } from './CalendarForm.tsx'
import { SectionHistory } from './SectionHistory.tsx'
import { Targets } from './Targets.tsx'
import { WORKING_TIME } from './notification-defaults.ts'

const { workingTime, makeDefault, removeCalendar } = configuration

/** When the company works, and how soon it wants to act. */
export const WorkingTime = () => {
  const { data, isError, error, refetch } = useOne(workingTime, {})
  const [editing, setEditing] = useState<NamedCalendar | 'new'>()
  const mayEdit = can('configuration_edit')
  if (isError)
    return (
      <Notice
        kind="error"
        title="Working time did not load"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {sentenceOf(error, workingTime.failure)}
      </Notice>
    )
  if (!data) return <p role="status">Loading working time</p>
  const { calendars, targets } = data.data
  return (
    <>
      <section className="section" aria-labelledby="calendars">
        <div className="settings-head">
          <h2 id="calendars">Working calendars</h2>
          {mayEdit && <Button onClick={() => setEditing('new')}>Add calendar</Button>}
        </div>
        <p className="page-subtitle">Time outside them doesn’t count: nights, breaks, weekends, holidays.</p>
        <ul className="settings">
          {calendars.map((calendar) => (
            <CalendarRow key={calendar.id} calendar={calendar} onEdit={() => setEditing(calendar)} />
          ))}
          {calendars.length === 0 && <li>No calendar yet. Add one to set targets for how soon leads are handled.</li>}
        </ul>
      </section>
      <Targets calendars={calendars} targets={targets} />
      <SectionHistory section="working_time" />
      {editing && (
        <CalendarForm calendar={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
    </>
  )
}

const CalendarRow = ({ calendar, onEdit }: { calendar: NamedCalendar; onEdit: () => void }) => {
  const { id, name, is_default, time_zone, week, holidays, holiday_names } = calendar
  const asDefault = useAction(makeDefault, { done: `${name} is the default calendar`, refreshes: WORKING_TIME })
  const remove = useAction(removeCalendar, { done: `${name} removed`, refreshes: WORKING_TIME })
  const today = formats().day()
  const next = holidays.find((day) => day >= today)
  return (
    <li>
      <div>
        <h3>
          {name} {is_default && <StatusTag tone="info">Default</StatusTag>}
        </h3>
        <p>
          {time_zone.replaceAll('_', ' ')} · {counted(holidays.length, 'holiday')}
          {next && `, next ${[formats().writeDay(next), holiday_names[next]].filter(Boolean).join(', ')}`}
        </p>
        <dl className="settings-week">
          {daysInWords(week).map(({ days, hours }) => (
            <div key={days} style={{ display: 'contents' }}>
              <dt>{days}</dt>
              <dd>{hours}</dd>
            </div>
          ))}
        </dl>
      </div>
      {can('configuration_edit') && (
        <div className="settings-acts">
          {!is_default && (
            <Button loading={asDefault.running} onClick={() => void asDefault({ params: { id } })}>
              Make default
            </Button>
          )}
          <Button onClick={onEdit} aria-label={`Edit ${name}`}>
            Edit
          </Button>
          <Button
            danger
            loading={remove.running}
            onClick={() => void remove({ params: { id } })}
            aria-label={`Remove ${name}`}
          >
            Remove
          </Button>
        </div>
      )}
    </li>
  )
}

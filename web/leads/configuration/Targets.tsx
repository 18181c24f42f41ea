import { Button, Form, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { configuration, type NamedCalendar, type SlaTarget } from '#contract/leads/configuration.ts'
import { SLA_CLOCKS, type SlaClock } from '#contract/leads/lead-clocks.ts'
import { sourceLabel, sourceOptions } from '#web/leads/words/lead-words.ts'
import { ALL_SOURCES, CLOCKS } from '#web/leads/words/setting-words.ts'
import { minutesInWords } from '#web/platform/calendar/week-words.ts'
import { useAction } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { can } from '#web/kit/data/session.ts'
import { WORKING_TIME } from './notification-defaults.ts'

interface TargetsProps {
  calendars: readonly NamedCalendar[]
  targets: readonly SlaTarget[]
}

/** Within what working time leads are to be handled and answered; one's own for a source counts before the general one. */
export const Targets = ({ calendars, targets }: TargetsProps) => {
  const [editing, setEditing] = useState<Partial<SlaTarget>>()
  const set = useAction(configuration.setTarget, { done: 'Target saved', refreshes: WORKING_TIME })
  const remove = useAction(configuration.removeTarget, { done: 'Target removed', refreshes: WORKING_TIME })
  const mayEdit = can('configuration_edit') && calendars.length > 0
  const calendarOf = ({ calendar_id }: SlaTarget) =>
    calendar_id === null ? 'default calendar' : (calendars.find(({ id }) => id === calendar_id)?.name ?? '')
  return (
    <section className="section" aria-labelledby="targets">
      <div className="settings-head">
        <h2 id="targets">Targets</h2>
        {mayEdit && <Button onClick={() => setEditing({})}>Add target</Button>}
      </div>
      <p className="page-subtitle">In working time. Changes recalculate open leads; answered ones keep their result.</p>
      <ul className="settings">
        {targets.map((target) => {
          const { clock, source, minutes } = target
          const name = `${CLOCKS[clock].label}, ${source ? sourceLabel(source) : 'all sources'}`
          return (
            <li key={name}>
              <div>
                <h3>{name}</h3>
                <p>
                  {minutesInWords(minutes)}, {calendarOf(target)}. {source === null && CLOCKS[clock].text}
                </p>
              </div>
              {mayEdit && (
                <div className="settings-acts">
                  <Button aria-label={`Edit ${name}`} onClick={() => setEditing(target)}>
                    Edit
                  </Button>
                  <Button
                    danger
                    aria-label={`Remove ${name}`}
                    onClick={() => void remove({ query: { clock, ...(source && { source }) } })}
                  >
                    Remove
                  </Button>
                </div>
              )}
            </li>
          )
        })}
        {targets.length === 0 && <li>No targets yet: leads have no due time.</li>}
      </ul>
      {editing && (
        <TargetForm
          target={editing}
          calendars={calendars}
          onClose={() => setEditing(undefined)}
          onSave={(body) => set.orThrow({ body })}
        />
      )}
    </section>
  )
}

interface Values {
  clock: SlaClock
  source: string
  hours: number | null
  minutes: number | null
  calendar: number
}
/** They stand for none in selects, which cannot hold null. */
const DEFAULT = 0
const ALL = '*'

interface TargetFormProps extends Pick<TargetsProps, 'calendars'> {
  target: Partial<SlaTarget>
  onClose: () => void
  onSave: (target: SlaTarget) => Promise<unknown>
}

const TargetForm = ({ target, calendars, onClose, onSave }: TargetFormProps) => {
  const { clock = 'handling', source = null, minutes = 120, calendar_id = null } = target
  const isNew = target.clock === undefined
  return (
    <FormModal<Values>
      open
      title={isNew ? 'Add target' : 'Edit target'}
      button="Save target"
      draft={isNew ? 'target-new' : `target-${clock}-${source ?? ALL}`}
      onClose={onClose}
      initialValues={{
        clock,
        source: source ?? ALL,
        hours: Math.floor(minutes / 60),
        minutes: minutes % 60,
        calendar: calendar_id ?? DEFAULT,
      }}
      onSave={(values) =>
        onSave({
          clock: values.clock,
          source: values.source === ALL ? null : values.source,
          minutes: minutesOf(values),
          calendar_id: values.calendar === DEFAULT ? null : values.calendar,
        })
      }
    >
      <Form.Item name="clock" label="Target" required>
        <Select disabled={!isNew} options={SLA_CLOCKS.map((value) => ({ value, label: CLOCKS[value].label }))} />
      </Form.Item>
      <Form.Item name="source" label="Source" required>
        <Select
          disabled={!isNew}
          options={[{ value: ALL, label: ALL_SOURCES }, ...sourceOptions(source ? [source] : [])]}
        />
      </Form.Item>
      <div className="time-fields">
        <Form.Item name="hours" label="Working hours" required>
          <InputNumber min={0} max={1_600} precision={0} />
        </Form.Item>
        <Form.Item
          name="minutes"
          label="Minutes"
          required
          dependencies={['hours']}
          rules={[
            ({ getFieldsValue }) => ({
              validator: () =>
                minutesOf(getFieldsValue()) > 0 ? Promise.resolve() : Promise.reject(new Error('Enter a time above 0')),
            }),
          ]}
        >
          <InputNumber min={0} max={59} precision={0} />
        </Form.Item>
      </div>
      <Form.Item name="calendar" label="Counted by" required>
        <Select
          options={[
            { value: DEFAULT, label: 'The default calendar' },
            ...calendars.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </Form.Item>
    </FormModal>
  )
}

const minutesOf = ({ hours, minutes }: Pick<Values, 'hours' | 'minutes'>) => (hours ?? 0) * 60 + (minutes ?? 0)

import { Button, Form, Input, Select } from 'antd'
import { assignmentReplay } from '#contract/leads/assignment-replay.ts'
import type { WorkingCalendar } from '#contract/platform/calendar.ts'
import { configuration, entities, type NamedCalendar } from '#contract/leads/configuration.ts'
import { ReplayAsk } from '#web/leads/assignment-replay/ReplayDialog.tsx'
import { ReplayOutcome } from '#web/leads/assignment-replay/ReplayOutcome.tsx'
import { useRowConflict } from '#web/leads/conflicts/use-row-conflict.tsx'
import { DAYS, hoursInWords, readHours } from '#web/platform/calendar/week-words.ts'
import { useAction } from '#web/kit/data/api.ts'
import { FormModal, valuesOf as rightValuesOf } from '#web/kit/form/FormModal.tsx'
import { session } from '#web/kit/data/session.ts'
import { HolidaysField, type Holiday } from './HolidaysField.tsx'
import { WORKING_TIME } from './notification-defaults.ts'

interface Values {
  name: string
  time_zone: string
  week: string[]
  holidays?: readonly Holiday[]
}

const OFFICE = DAYS.map((_, day) => (day < 5 ? '09:00–18:00' : ''))

export const CalendarForm = ({ calendar, onClose }: { calendar: NamedCalendar | undefined; onClose: () => void }) => {
  const saved = { done: 'Calendar saved', refreshes: WORKING_TIME }
  const add = useAction(configuration.addCalendar, saved)
  const change = useAction(configuration.changeCalendar, saved)
  const zone = calendar?.time_zone ?? session.get().user?.timezone ?? 'UTC'
  const [form] = Form.useForm<Values>()
  const valuesOf = (now: NamedCalendar | undefined): Values => ({
    name: now?.name ?? '',
    time_zone: now?.time_zone ?? zone,
    week: now ? now.week.map(hoursInWords) : OFFICE,
    holidays: now?.holidays.map((day) => ({ day, name: now.holiday_names[day] ?? '' })) ?? [],
  })
  const { seen, begin, unlessChanged, notice } = useRowConflict(calendar, {
    entity: 'working_calendars',
    declared: entities.working_calendars,
    fields: ['name', 'time_zone', 'week', 'holidays', 'holiday_names'],
    form,
    valuesOf,
    reads: configuration.workingTime,
    onSkip: onClose,
  })
  const copyMonday = () => {
    const [monday = '', , , , , ...weekend] = form.getFieldsValue(true).week ?? OFFICE
    form.setFieldValue('week', [monday, monday, monday, monday, monday, ...weekend])
    begin()
  }
  const save = (values: Values) => {
    const body = { name: values.name, ...hoursOf(values), holiday_names: namesOf(values) }
    return seen
      ? unlessChanged(change.orThrow({ params: { id: seen.id }, body: { ...body, version: seen.version } }))
      : add.orThrow({ body })
  }
  return (
    <FormModal<Values, NamedCalendar>
      open
      title={calendar ? `Edit ${calendar.name}` : 'Add calendar'}
      button="Save calendar"
      form={form}
      width={560}
      draft={`calendar-${calendar?.id ?? 'new'}`}
      begunOn={seen}
      onTouch={begin}
      onClose={onClose}
      initialValues={valuesOf(calendar)}
      onSave={save}
    >
      {notice}
      <Form.Item name="name" label="Name" rules={[{ required: true, whitespace: true, message: 'Enter a name' }]}>
        <Input maxLength={80} placeholder="Office hours" />
      </Form.Item>
      <Form.Item name="time_zone" label="Time zone" required>
        <Select showSearch options={zones(zone).map((value) => ({ value, label: value.replaceAll('_', ' ') }))} />
      </Form.Item>
      <p className="page-subtitle">Hours like 09:00–12:30, 13:15–18:00. Leave a day empty when you are closed.</p>
      <div className="week-fields">
        {DAYS.map((day, at) => (
          <Form.Item
            key={day}
            name={['week', at]}
            label={day}
            required
            rules={[
              {
                validator: (_, text: string) =>
                  readHours(text) ? Promise.resolve() : Promise.reject(new Error(`${day}: write 09:00–18:00`)),
              },
            ]}
          >
            <Input placeholder="Closed" maxLength={120} />
          </Form.Item>
        ))}
      </div>
      <Button onClick={copyMonday}>Copy Monday to Tuesday–Friday</Button>
      <Form.Item name="holidays" label="Holidays" className="holidays-item">
        <HolidaysField />
      </Form.Item>
      {calendar && (
        <ReplayAsk
          label="Show the last 30 days with these hours"
          title={`The last 30 days with these hours of ${calendar.name}`}
          endpoint={assignmentReplay.calendar}
          propose={() =>
            rightValuesOf(form).then((values) => values && { params: { id: calendar.id }, body: hoursOf(values) })
          }
        >
          {({ data }) => (
            <>
              <h3 className="replay-list">QA</h3>
              <ReplayOutcome replay={data.qa} />
              <h3 className="replay-list">Sales reps</h3>
              <ReplayOutcome replay={data.sales} />
            </>
          )}
        </ReplayAsk>
      )}
    </FormModal>
  )
}

const hoursOf = ({ time_zone, week, holidays = [] }: Values): WorkingCalendar => ({
  time_zone,
  week: week.map((text) => readHours(text) ?? []),
  holidays: holidays.map(({ day }) => day),
})

const namesOf = ({ holidays = [] }: Values) =>
  Object.fromEntries(holidays.flatMap(({ day, name }) => (name.trim() ? [[day, name.trim()]] : [])))

const zones = (mine: string) => [...new Set([mine, 'UTC', ...Intl.supportedValuesOf('timeZone')])]

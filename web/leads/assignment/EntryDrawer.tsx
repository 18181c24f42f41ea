import { Button, Drawer, Form, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { entities, type AssignmentEntry, type EntrySettings } from '#contract/leads/auto-assign-qa.ts'
import { configuration } from '#contract/leads/configuration.ts'
import type { Permission } from '#contract/kit/endpoint.ts'
import { lookups } from '#contract/leads/lookups.ts'
import { useOne } from '#web/kit/data/api.ts'
import { STAY, useFormErrors } from '#web/kit/form/FormModal.tsx'
import { formats } from '#web/kit/look/format.ts'
import { useNarrow } from '#web/kit/look/use-media.ts'
import { WhyNot } from '#web/kit/feedback/WhyNot.tsx'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { useUnmounted } from '#web/kit/form/use-unmounted.ts'
import { countryOptions, useCountries } from '#web/leads/fields/CountryFields.tsx'
import { EntryDays, type DaysEndpoint } from './EntryDays.tsx'
import { nextDays } from '#web/leads/words/lead-days.ts'
import { sourceOptions } from '#web/leads/words/lead-words.ts'
import { ReplayAsk, type ReplayEndpoint } from '#web/leads/assignment-replay/ReplayDialog.tsx'
import { ReplayOutcome } from '#web/leads/assignment-replay/ReplayOutcome.tsx'
import { UNLIMITED, weightWords } from '#web/leads/words/setting-words.ts'
import { useRowConflict } from '#web/leads/conflicts/use-row-conflict.tsx'
import './entry.css'

export type SavedSettings = EntrySettings & { version: number }

interface EntryDrawerProps {
  entry: AssignmentEntry
  days: DaysEndpoint
  replay: ReplayEndpoint
  /** Absent where the person may only look. */
  onSave: ((id: number, settings: SavedSettings) => Promise<unknown>) | undefined
  /** What changing the settings takes. */
  need: Permission
  onClose: () => void
}

/** The weights that people choose from; any quarter from 0 to 5 is kept. */
const WEIGHTS = [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3, 4, 5]

const TITLE = 'entry-title'
const FORM = 'entry-form'

/** What one person on a list takes, how much of it, and when. */
export const EntryDrawer = ({ entry, days, replay, onSave, need, onClose }: EntryDrawerProps) => {
  useFocusBack()
  const narrow = useNarrow()
  const [saving, setSaving] = useState(false)
  return (
    <Drawer
      open
      size={narrow ? '100%' : 480}
      title={<span id={TITLE}>{entry.name}</span>}
      aria-labelledby={TITLE}
      onClose={onClose}
      footer={
        onSave && (
          <div className="modal-foot">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="primary" htmlType="submit" form={FORM} loading={saving}>
              Save settings
            </Button>
          </div>
        )
      }
    >
      {!onSave && (
        <p className="dialog-note">
          You can view these settings but not change them. <WhyNot need={need} />
        </p>
      )}
      <EntryForm entry={entry} days={days} replay={replay} onSave={onSave} onClose={onClose} onSaving={setSaving} />
      <EntryDays entry={entry} endpoint={days} />
    </Drawer>
  )
}

interface EntryFormProps extends Omit<EntryDrawerProps, 'need'> {
  onSaving: (saving: boolean) => void
}

const EntryForm = ({ entry: now, days, replay, onSave, onClose, onSaving }: EntryFormProps) => {
  const [form] = Form.useForm<EntrySettings>()
  const errors = useFormErrors(form)
  const gone = useUnmounted()
  const { seen, begin, unlessChanged, notice } = useRowConflict(now, {
    entity: 'assignment_entries',
    declared: entities.assignment_entries,
    fields: COMPARED,
    form,
    valuesOf: (one = now) => one,
    reads: days,
    onSkip: onClose,
  })
  const entry = seen ?? now
  const countries = useCountries().data?.data ?? []
  const categories = useOne(lookups.productCategories, {}).data?.data ?? []
  const calendars = useOne(configuration.workingTime, {}).data?.data.calendars ?? []

  const save = async (settings: EntrySettings) => {
    onSaving(true)
    errors.clear()
    try {
      const sent = onSave?.(entry.id, { ...settings, ...cleared(settings), version: entry.version })
      if (sent && (await unlessChanged(sent)) === STAY) return
      if (!gone.current) onClose()
    } catch (failure) {
      errors.show(failure)
    } finally {
      onSaving(false)
    }
  }

  const propose = async () => {
    if (!(await errors.check())) return undefined
    const settings = form.getFieldsValue()
    return { body: { change: { id: entry.id, ...settings, ...cleared(settings) } } }
  }

  return (
    <Form
      id={FORM}
      form={form}
      layout="vertical"
      requiredMark={false}
      disabled={!onSave}
      initialValues={now}
      onValuesChange={() => begin()}
      onFinish={(settings: EntrySettings) => void save(settings)}
      onFinishFailed={errors.showFields}
    >
      {errors.summary}
      {notice}
      <div className="entry-numbers">
        <Form.Item name="weight" label="Weight" tooltip="Share among eligible people: × 2 gets twice as many">
          <Select
            options={[...new Set([...WEIGHTS, entry.weight])].map((value) => ({ value, label: weightWords(value) }))}
          />
        </Form.Item>
        <Form.Item name="daily_cap" label="Daily cap">
          <InputNumber min={1} max={1000} precision={0} placeholder={UNLIMITED.cap} inputMode="numeric" />
        </Form.Item>
        <Form.Item name="open_cap" label="Open cap">
          <InputNumber min={1} max={10_000} precision={0} placeholder={UNLIMITED.cap} inputMode="numeric" />
        </Form.Item>
      </div>
      <Form.Item name="accepts_countries" label="Takes leads from">
        <Select
          mode="multiple"
          placeholder={UNLIMITED.countries}
          showSearch={{ optionFilterProp: 'label' }}
          options={countryOptions(countries)}
        />
      </Form.Item>
      <Form.Item name="accepts_sources" label="Takes sources">
        <Select mode="multiple" placeholder={UNLIMITED.sources} options={sourceOptions(entry.accepts_sources)} />
      </Form.Item>
      <Form.Item name="accepts_categories" label="Takes product categories">
        <Select
          mode="multiple"
          placeholder={UNLIMITED.categories}
          options={[...new Set([...categories, ...entry.accepts_categories])].map((value) => ({ value, label: value }))}
        />
      </Form.Item>
      <Form.Item name="calendar_id" label="Working hours" extra="Manage calendars in Configuration.">
        <Select
          allowClear
          placeholder={UNLIMITED.hours}
          options={
            calendars.length
              ? calendars.map(({ id, name }) => ({ value: id, label: name }))
              : entry.calendar_id === null
                ? []
                : [{ value: entry.calendar_id, label: entry.hours }]
          }
        />
      </Form.Item>
      <Form.Item name="away_until" label="Away until" extra="Assigning resumes on this day.">
        <Select
          allowClear
          placeholder={UNLIMITED.away}
          showSearch={{ optionFilterProp: 'label' }}
          options={awayDays(entry)}
        />
      </Form.Item>
      <ReplayAsk
        label="Show the last 30 days with this"
        title={`The last 30 days with these settings of ${entry.name}`}
        endpoint={replay}
        propose={propose}
      >
        {({ data }) => <ReplayOutcome replay={data} about={entry.sid} note={takesNone(entry)} />}
      </ReplayAsk>
    </Form>
  )
}

/** Whoever takes no leads gets none in a replay either, whatever else is set. */
const takesNone = ({ name, state, state_reason }: AssignmentEntry) =>
  NEVER.some((each) => each === state) ? `${name} gets no leads right now: ${state_reason}` : undefined
const NEVER = ['paused', 'no_permission', 'deactivated'] as const

/** In the order of the form; working hours by their words. */
const COMPARED = [
  'weight',
  'daily_cap',
  'open_cap',
  'accepts_countries',
  'accepts_sources',
  'accepts_categories',
  'hours',
  'away_until',
] as const satisfies (keyof AssignmentEntry)[]

/** A field that was emptied has no value; on the wire that is null. */
const cleared = ({ daily_cap, open_cap, away_until, calendar_id }: EntrySettings) => ({
  daily_cap: daily_cap ?? null,
  open_cap: open_cap ?? null,
  away_until: away_until ?? null,
  calendar_id: calendar_id ?? null,
})

const MOST_DAYS_AWAY = 90

const awayDays = ({ away_until }: AssignmentEntry) => {
  const days = nextDays(MOST_DAYS_AWAY)
  if (away_until === null || days.some(({ value }) => value === away_until)) return days
  return [{ value: away_until, label: formats().writeDay(away_until) }, ...days]
}

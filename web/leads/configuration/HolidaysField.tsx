import { CloseOutlined } from '@ant-design/icons'
import { Button, DatePicker, Input, Select, Space } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useId, useState } from 'react'
import { configuration } from '#contract/leads/configuration.ts'
import { HOLIDAY_NAME } from '#contract/platform/calendar.ts'
import { enquiryChecks } from '#contract/leads/enquiry-checks.ts'
import { countryOptions, useCountries } from '#web/leads/fields/CountryFields.tsx'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { session } from '#web/kit/data/session.ts'
import { counted, formats } from '#web/kit/look/format.ts'

export interface Holiday {
  /** YYYY-MM-DD. */
  day: string
  name: string
}

const WIRE = 'YYYY-MM-DD'

interface HolidaysFieldProps {
  value?: readonly Holiday[]
  onChange?: (holidays: readonly Holiday[]) => void
}

/** The closed days of a calendar with their names: picked one by one, or the public ones of a country. Past years fold. */
export const HolidaysField = ({ value = [], onChange }: HolidaysFieldProps) => {
  const [all, setAll] = useState(false)
  const thisYear = formats().day().slice(0, 4)
  const earlier = value.filter(({ day }) => day < thisYear)
  const change = (holidays: readonly Holiday[]) => onChange?.(holidays)
  return (
    <div className="holidays">
      <ul aria-label="Holidays">
        {value
          .filter(({ day }) => all || day >= thisYear)
          .map((holiday) => (
            <li key={holiday.day}>
              <span>{formats().writeDay(holiday.day)}</span>
              <Input
                size="small"
                aria-label={`Name of ${formats().writeDay(holiday.day)}`}
                placeholder="Name"
                maxLength={HOLIDAY_NAME}
                value={holiday.name}
                onChange={({ target }) =>
                  change(value.map((one) => (one === holiday ? { ...one, name: target.value } : one)))
                }
              />
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined />}
                aria-label={`Remove ${formats().writeDay(holiday.day)}`}
                onClick={() => change(value.filter((one) => one !== holiday))}
              />
            </li>
          ))}
      </ul>
      {value.length === earlier.length && <p>No holidays from {thisYear} on.</p>}
      {earlier.length > 0 && !all && (
        <Button type="link" onClick={() => setAll(true)}>
          Show {counted(earlier.length, 'earlier holiday')}
        </Button>
      )}
      <AddDay onAdd={(added) => change(withDays(value, added))} />
      <AddPublic onAdd={(added) => change(withDays(value, added))} />
    </div>
  )
}

/** In order, each day once; a name that somebody gave stays. */
const withDays = (there: readonly Holiday[], added: readonly Holiday[]) => {
  const names = new Map([...there, ...added].map(({ day, name }) => [day, name]))
  for (const { day, name } of there) if (name) names.set(day, name)
  return [...names].map(([day, name]) => ({ day, name })).sort((a, b) => (a.day < b.day ? -1 : 1))
}

interface AddProps {
  onAdd: (holidays: readonly Holiday[]) => void
}

/** A day is added as soon as it is chosen; its name is typed in its line. */
const AddDay = ({ onAdd }: AddProps) => {
  const id = useId()
  const add = (day: Dayjs | null) => day && onAdd([{ day: day.format(WIRE), name: '' }])
  return (
    <div className="holidays-add">
      <label htmlFor={id}>Add a day</label>
      <DatePicker
        id={id}
        value={null}
        format={[session.get().user?.date_format ?? 'DD MMM YYYY', WIRE]}
        onChange={add}
        // Enter takes the day that was typed; it must not save the calendar too.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
    </div>
  )
}

interface Chosen {
  country?: string | undefined
  region?: string | undefined
  year: number
}

const AddPublic = ({ onAdd }: AddProps) => {
  const now = dayjs().year()
  const ours = useOne(enquiryChecks.now, {}).data?.data.phone_country
  const countries = useCountries().data?.data ?? []
  const [chosen, setChosen] = useState<Chosen>({ year: now })
  const country = chosen.country ?? ours ?? undefined
  const answer = useOne(
    configuration.publicHolidays,
    { query: { country: country ?? '', year: chosen.year, ...(chosen.region && { region: chosen.region }) } },
    { enabled: country !== undefined, keepPrevious: true },
  )
  const found = country === undefined || answer.isError ? undefined : answer.data?.data
  return (
    <fieldset className="holidays-public">
      <legend>Public holidays</legend>
      <Space wrap>
        <Select
          aria-label="Country"
          placeholder="Country"
          showSearch={{ optionFilterProp: 'label' }}
          options={countryOptions(countries)}
          value={country}
          onChange={(next) => setChosen({ country: next, year: chosen.year })}
        />
        {found && found.regions.length > 0 && (
          <Select
            aria-label="Region"
            placeholder="All regions"
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            options={found.regions.map(({ code, name }) => ({ value: code, label: name }))}
            value={chosen.region}
            onChange={(region?: string) => setChosen((before) => ({ ...before, region }))}
          />
        )}
        <Select
          aria-label="Year"
          options={[now, now + 1, now + 2].map((year) => ({ value: year, label: String(year) }))}
          value={chosen.year}
          onChange={(year) => setChosen((before) => ({ ...before, year }))}
        />
        <Button disabled={!found?.days.length || answer.isPlaceholderData} onClick={() => found && onAdd(found.days)}>
          {found ? `Add ${counted(found.days.length, 'day')}` : 'Add'}
        </Button>
      </Space>
      <p role="status">
        {answer.isError
          ? sentenceOf(answer.error, configuration.publicHolidays.failure)
          : 'Days that follow the moon may be a day earlier or later. Source: date-holidays, CC BY 3.0.'}
      </p>
    </fieldset>
  )
}

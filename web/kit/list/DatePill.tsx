import { Button } from 'antd'
import { useState } from 'react'
import { PRESETS, presetRange, rangeWords, type DayRange } from './day-range.ts'
import { Pill } from './FilterPill.tsx'
import { late } from '#web/kit/feedback/late.tsx'

const DayRangePicker = late(
  () => import('./DayRangePicker.tsx').then(({ DayRangePicker }) => DayRangePicker),
  () => <span className="bone" />,
)

interface DatePillProps {
  label: string
  range: DayRange
  onChange: (range: DayRange) => void
}

/** A range of whole days: the usual ones by name, any other from the calendar, which loads when asked for. */
export const DatePill = ({ label, range, onChange }: DatePillProps) => (
  <Pill label={label} words={rangeWords(range)} bare onClear={() => onChange({ from: undefined, to: undefined })}>
    {(close) => (
      <DayChoices
        range={range}
        onChange={(next) => {
          onChange(next)
          close()
        }}
      />
    )}
  </Pill>
)

export const DayChoices = ({ range, onChange }: Omit<DatePillProps, 'label'>) => {
  const [calendar, setCalendar] = useState(false)
  const chosen = rangeWords(range)
  return (
    <div className="day-choices">
      {PRESETS.map((preset) => (
        <button
          key={preset.label}
          type="button"
          className="day-choice"
          aria-pressed={chosen === preset.label}
          onClick={() => onChange(presetRange(preset))}
        >
          {preset.label}
        </button>
      ))}
      {calendar ? (
        <DayRangePicker range={range} onChange={onChange} />
      ) : (
        <Button type="link" size="small" onClick={() => setCalendar(true)}>
          Choose days
        </Button>
      )}
    </div>
  )
}

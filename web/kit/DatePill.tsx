import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { PRESETS, presetRange, rangeWords, type DayRange } from './day-range.ts'
import { Pill } from './FilterPill.tsx'
import { late } from './late.ts'

const DayRangePicker = late(() => import('./DayRangePicker.tsx').then(({ DayRangePicker }) => DayRangePicker))

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
        <Suspense fallback={<span className="bone" />}>
          <DayRangePicker range={range} onChange={onChange} />
        </Suspense>
      ) : (
        <Button type="link" size="small" onClick={() => setCalendar(true)}>
          Choose days
        </Button>
      )}
    </div>
  )
}

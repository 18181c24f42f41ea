import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import type { DayRange } from './day-range.ts'
import { session } from '#web/kit/data/session.ts'

const WIRE = 'YYYY-MM-DD'
const asDay = (day: string | undefined) => (day ? dayjs(day, WIRE) : null)

/** The calendar. Days are plain days here: no zone and no UTC touches them. */
export const DayRangePicker = ({ range, onChange }: { range: DayRange; onChange: (range: DayRange) => void }) => (
  <DatePicker.RangePicker
    autoFocus
    allowEmpty
    allowClear={false}
    format={[session.get().user?.date_format ?? 'DD MMM YYYY', WIRE]}
    aria-label="Days"
    value={[asDay(range.from), asDay(range.to)]}
    getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
    onChange={(days) => onChange({ from: days?.[0]?.format(WIRE), to: days?.[1]?.format(WIRE) })}
  />
)

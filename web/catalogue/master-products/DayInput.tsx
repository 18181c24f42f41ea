import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { session } from '#web/kit/data/session.ts'
import type { InputProps } from './input-props.ts'

const WIRE = 'YYYY-MM-DD'

/** A day: typed as the person writes dates, or chosen from the calendar. No zone touches it. */
export const DayInput = ({ id, describedBy, isWrong, value, onChange, onLeave }: InputProps) => (
  <DatePicker
    id={id}
    className="day-input"
    aria-describedby={describedBy}
    {...(isWrong && { status: 'error' })}
    format={[session.get().user?.date_format ?? 'DD MMM YYYY', WIRE]}
    value={typeof value === 'string' && value !== '' ? dayjs(value, WIRE) : null}
    onChange={(day) => onChange(day ? day.format(WIRE) : null)}
    onBlur={onLeave}
  />
)

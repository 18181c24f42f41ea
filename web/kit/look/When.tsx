import { EmptyValue } from './EmptyValue.tsx'
import { formats } from './format.ts'
import { useMinute } from './use-minute.ts'

interface WhenProps {
  at: string | null | undefined
  /** `relative` up to seven days (usual), `age` without "ago", or always `absolute`. */
  as?: 'relative' | 'age' | 'absolute'
}

/** A moment: short on screen, whole with its zone for the tooltip and for machines. */
export const When = ({ at, as = 'relative' }: WhenProps) => {
  useMinute()
  if (!at) return <EmptyValue />
  const { relative, age, dateTime, dateTimeZone } = formats()
  const text = { relative, age, absolute: dateTime }[as](at)
  return (
    <time
      dateTime={at}
      title={as === 'age' ? `${dateTimeZone(at)}, counted in calendar time` : dateTimeZone(at)}
      className="when"
    >
      {text}
    </time>
  )
}

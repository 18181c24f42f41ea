import { Link } from 'react-router'
import { counted } from '#web/kit/look/format.ts'

/** A number that opens the leads it counted, where there are any and the person may see them. */
export const Open = ({
  to,
  count,
  label,
  children,
}: {
  to: string | undefined
  count: number
  label: string
  children: string
}) =>
  to && count > 0 ? (
    <Link to={to} aria-label={`${label}: ${counted(count, 'lead')}`}>
      {children}
    </Link>
  ) : (
    children
  )

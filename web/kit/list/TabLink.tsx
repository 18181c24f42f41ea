import { Link } from 'react-router'
import { formats } from '#web/kit/look/format.ts'

/** Beside the views of a list: leads to another list of the screen, with its total. */
export const TabLink = ({ to, label, total }: { to: string; label: string; total: number | undefined }) => (
  <Link to={to} className="view-tab">
    {label}
    {total !== undefined && <span className="view-count"> {formats().number(total)}</span>}
  </Link>
)

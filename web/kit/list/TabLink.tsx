import { Link } from 'react-router'
import { useList, type ListEndpoint } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { formats } from '#web/kit/look/format.ts'
import type { View } from './list.ts'

/** Beside the views of a list: leads to another list of the screen, with its total. */
export const TabLink = ({ to, label, total }: { to: string; label: string; total: number | undefined }) => (
  <Link to={to} className="view-tab">
    {label}
    {total !== undefined && <span className="view-count"> {formats().number(total)}</span>}
  </Link>
)

interface ListTabProps {
  endpoint: ListEndpoint
  to: string
  label: string
  /** What the list is narrowed by. */
  query?: object
}

/** The same with the total of that list. */
export const ListTab = ({ endpoint, to, label, query = {} }: ListTabProps) => {
  const counted = useList(endpoint, { ...query, pageSize: 1 } as never, { enabled: can(endpoint) })
  return <TabLink to={to} label={label} total={counted.data?.pagination.total} />
}

/** Leads from another list of the screen to a view of its main list. */
export const ViewTabLink = ({ endpoint, view: { key, label, params } }: { endpoint: ListEndpoint; view: View }) => {
  const { sort: _, order: __, ...filters } = params
  const address = Object.entries(params).flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
  return (
    <ListTab
      endpoint={endpoint}
      to={`?${new URLSearchParams([['view', key], ...address]).toString()}`}
      label={label}
      query={filters}
    />
  )
}

import { ClearOutlined, InboxOutlined, LockOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Permission } from '#contract/kit/endpoint.ts'
import { permissionsInWords } from '#contract/platform/permission-words.ts'
import type { ListEndpoint } from '#web/kit/data/api.ts'
import { presetRange, rangeWords } from './day-range.ts'
import { formats } from '#web/kit/look/format.ts'
import { namesOfFilter, type EmptyText, type Filter, type Noun } from './list.ts'
import { filterNames } from './list-params.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { keysOf } from '#web/kit/feedback/why-not.ts'
import { WhyNot } from '#web/kit/feedback/WhyNot.tsx'
import type { ListState } from './use-list-params.ts'

interface StateProps {
  icon: ReactNode
  title: string
  children: ReactNode
  actions?: ReactNode
}

/** What stands in the middle of a page that has nothing to show. */
export const State = ({ icon, title, children, actions }: StateProps) => (
  <div className="state">
    <span className="state-icon" aria-hidden>
      {icon}
    </span>
    <h2>{title}</h2>
    <p>{children}</p>
    {actions && <div className="state-actions">{actions}</div>}
  </div>
)

export const FirstUse = ({ empty: { title, text, action } }: { empty: EmptyText }) => (
  <State icon={<InboxOutlined aria-hidden />} title={title} actions={action}>
    {text}
  </State>
)

interface NoMatchProps<E extends ListEndpoint> {
  list: ListState<E>
  filters: readonly Filter[]
  noun: Noun
}

/** The filters in words, and one step that widens them. */
export const NoMatch = <E extends ListEndpoint>({ list, filters, noun }: NoMatchProps<E>) => {
  const search = list.get('search')
  const active = filters.map((filter) => ({ filter, words: wordsOf(filter, list) })).filter(({ words }) => words !== '')
  const words = [...(search ? [`“${search}”`] : []), ...active.map((one) => one.words)].join(', ')
  const all = Object.fromEntries(filterNames(list.spec).map((name) => [name, undefined]))
  const widening = wideningOf(
    list,
    active.map(({ filter }) => filter),
  )
  return (
    <State
      icon={<InboxOutlined aria-hidden />}
      title={`No ${noun[1]} match ${search && active.length === 0 ? 'this search' : 'these filters'}`}
      actions={
        <>
          <Button icon={<ClearOutlined aria-hidden />} onClick={() => list.change(all)}>
            Clear filters
          </Button>
          {widening && (
            <Button type="primary" onClick={() => list.change(widening.change)}>
              {widening.label}
            </Button>
          )}
        </>
      }
    >
      {words === '' ? 'This view is empty.' : `${words.charAt(0).toUpperCase() + words.slice(1)}.`}
    </State>
  )
}

const wordsOf = <E extends ListEndpoint>(filter: Filter, list: ListState<E>) => {
  if (filter.kind === 'days') {
    const [from = '', to = ''] = namesOfFilter(filter)
    const range = rangeWords({ from: list.get(from), to: list.get(to) })
    return (
      range && `${filter.label} ${range.startsWith('Last') ? `in the ${range.toLowerCase()}` : range.toLowerCase()}`
    )
  }
  const chosen = [list.params[filter.name] ?? []].flat()
  if (filter.kind === 'made') return chosen.map((value) => filter.inWords(value)).join(' and ')
  const values = chosen.map((value) => filter.options.find((option) => option.value === value)?.label ?? value)
  return values.length > 0 ? `${filter.label} is ${values.join(' or ')}` : ''
}

/** Dates first: they hide more than any other filter. */
const wideningOf = <E extends ListEndpoint>(list: ListState<E>, active: readonly Filter[]) => {
  const days = active.find(({ kind }) => kind === 'days')
  if (days) {
    const [from = '', to = ''] = namesOfFilter(days)
    const month = presetRange({ from: -29, to: 0 })
    const isShorter = (list.get(from) ?? '') > month.from && list.get(to) === formats().day()
    return isShorter
      ? { label: 'Widen to 30 days', change: { [from]: month.from, [to]: month.to } }
      : { label: 'Any date', change: { [from]: undefined, [to]: undefined } }
  }
  const last = active.at(-1)
  if (last && (active.length > 1 || list.get('search')))
    return {
      label: `Any ${last.label.toLowerCase()}`,
      change: Object.fromEntries(namesOfFilter(last).map((name) => [name, undefined])),
    }
  return undefined
}

interface ListFailedProps {
  noun: Noun
  message: string
  kept: boolean
  retrying: boolean
  onRetry: () => void
}

export const ListFailed = ({ noun: [, many], message, kept, retrying, onRetry }: ListFailedProps) => (
  <div className="list-failed">
    <Notice
      kind="error"
      title={`${many.charAt(0).toUpperCase()}${many.slice(1)} did not load`}
      action={
        <Button icon={<ReloadOutlined aria-hidden />} loading={retrying} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {message}
    </Notice>
    <p>
      {kept
        ? 'Your filters are unchanged. Below is the last loaded list.'
        : 'Nothing was changed. Your view, filters and selection are still here.'}
    </p>
  </div>
)

export const NoPermission = ({
  noun,
  permission,
  message,
}: {
  noun: Noun
  permission: Permission
  message?: string
}) => (
  <State
    icon={<LockOutlined aria-hidden />}
    title={`You can’t see these ${noun[1]}`}
    actions={<WhyNot need={permission} />}
  >
    {message ??
      `You need the permission ${permissionsInWords(keysOf(permission))}. Ask someone who manages people in your company.`}
  </State>
)

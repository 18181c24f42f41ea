import { EllipsisOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { savedViews, type LeftOut } from '#contract/platform/saved-views.ts'
import { useAction, useList, type ListEndpoint } from '#web/kit/data/api.ts'
import { formats } from '#web/kit/look/format.ts'
import type { View } from './list.ts'
import { Popover } from '#web/kit/look/Popover.tsx'
import { COLUMNS, queryOf, sameView, viewParams, type ListParams } from './list-params.ts'
import { rememberView, viewScreenOf, toSaved } from './saved-views.ts'
import type { ChosenColumns } from './use-chosen-columns.ts'
import type { ListState } from './use-list-params.ts'
import { linkOfView } from './view-links.ts'
import { ViewMenu } from './ViewMenu.tsx'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'

const SaveView = lateDialog(() => import('./SaveView.tsx').then(({ SaveView }) => SaveView))

interface ListViewsProps<Row> {
  list: ListState<ListEndpoint>
  active: View
  /** Absent where rows have none. */
  columns?: ChosenColumns<Row>
  /** Links to other lists of the screen. */
  tabs?: { before?: ReactNode; after?: ReactNode } | undefined
}

/** The views as tabs with their totals, each a link, so that it can be copied and opened beside; and what can be done with the one that is on. */
export const ListViews = <Row,>({ list, active, columns, tabs }: ListViewsProps<Row>) => {
  const { spec, params } = list
  const screen = viewScreenOf(spec.endpoint)
  const [asked, setAsked] = useState<'save' | 'rename'>()
  const leftOut = active.saved?.left_out ?? []
  const changed = columns?.changed === true || leftOut.length > 0 || !sameView(params, active.params, spec)
  const mine = active.saved?.mine === true
  const update = useAction(savedViews.update, {
    done: `${active.label} saved`,
    refreshes: savedViews.list,
    then: () => list.change({ [COLUMNS]: undefined }, { typing: true }),
  })
  useEffect(() => {
    if (params['view'] !== undefined) rememberView(screen, active.key)
  }, [params, screen, active.key])

  const state = () => ({ params: toSaved(viewParams(params, spec)), columns: [...(columns?.turned ?? [])] })
  const save = () =>
    active.saved && update({ params: { id: active.saved.id }, body: { ...state(), version: active.saved.version } })

  return (
    <div className="views">
      <nav className="view-tabs" aria-label="Views">
        {tabs?.before}
        {list.views.all.map((view) => (
          <ViewTab key={view.key} view={view} list={list} isActive={view === active} />
        ))}
        {tabs?.after}
      </nav>
      <span className="view-acts">
        {changed && (
          <>
            <span
              className={leftOut.length > 0 ? 'view-changed view-left-out' : 'view-changed'}
              title={leftOut.map(inWords).join(', ') || undefined}
            >
              {leftOut.length > 0 ? `Left out: ${leftOut.map(inWords).join(', ')}` : 'View changed'}
            </span>
            <Link to={linkOfView(active, list)} className="view-reset">
              Reset
            </Link>
            {mine && (
              <Button size="small" loading={update.running} onClick={() => void save()}>
                Update
              </Button>
            )}
            <Button size="small" onClick={() => setAsked('save')}>
              {mine ? 'Save as new' : 'Save view'}
            </Button>
          </>
        )}
        <Popover
          label={`View ${active.label}`}
          placement="bottomRight"
          render={(close) => (
            <ViewMenu
              list={list}
              view={active}
              onSave={() => setAsked('save')}
              onRename={() => setAsked('rename')}
              onClose={close}
            />
          )}
        >
          <Button
            type="text"
            size="small"
            icon={<EllipsisOutlined aria-hidden />}
            aria-label={`View ${active.label}`}
          />
        </Popover>
      </span>
      {asked && (
        <SaveView
          view={asked === 'rename' ? active.saved : undefined}
          screen={screen}
          state={state()}
          onClose={() => setAsked(undefined)}
          onSaved={({ id }) => list.change({ view: String(id), [COLUMNS]: undefined })}
        />
      )}
    </div>
  )
}

/** What a stored view had and its list no longer has. */
const inWords = ({ part, name, value }: LeftOut) =>
  part === 'sort' ? `sort by ${value ?? name}` : value === null ? `${part} ${name}` : `${part} ${name} “${value}”`

interface ViewTabProps {
  view: View
  list: ListState<ListEndpoint>
  isActive: boolean
}

/** Its total is asked for once the tab is on screen, and hidden when it failed. */
const ViewTab = ({ view, list, isActive }: ViewTabProps) => {
  const { ref, seen } = useSeen<HTMLAnchorElement>()
  const count = useList(list.spec.endpoint, countQuery(view.params, list), { enabled: seen })
  const total = count.isError ? undefined : count.data?.pagination.total
  const views = list.views.all.length
  // Where the tabs do not all fit, the one that is on can be seen; others may come before it when they have been loaded, or get their totals.
  useEffect(() => {
    if (!isActive) return
    const widths = new ResizeObserver(() => ref.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
    for (const tab of ref.current?.parentElement?.children ?? []) widths.observe(tab)
    return () => widths.disconnect()
  }, [isActive, views, ref])
  return (
    <Link
      ref={ref}
      to={linkOfView(view, list)}
      className={isActive ? 'view-tab view-tab-on' : 'view-tab'}
      aria-current={isActive ? 'true' : undefined}
      title={view.saved && !view.saved.mine && view.saved.owner ? `Shared by ${view.saved.owner.name}` : undefined}
    >
      {view.label}
      {total !== undefined && <span className="view-count"> {formats().number(total)}</span>}
    </Link>
  )
}

/** One row is enough to learn how many there are. */
const countQuery = (params: ListParams, { spec }: ListState<ListEndpoint>) =>
  ({ ...queryOf(params, spec), ...spec.defaultSort, pageSize: 1 }) as never

/** Whether the element has ever been on screen. */
const useSeen = <E extends HTMLElement>() => {
  const ref = useRef<E>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (seen || !ref.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [seen])
  return { ref, seen }
}

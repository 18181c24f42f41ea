import { DownloadOutlined, MailOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { contactExports } from '#contract/content/contact-exports.ts'
import type { ContactRow } from '#contract/content/contact-message.ts'
import { CONTACT_SORTS, contactMessages } from '#contract/content/contact-messages.ts'
import { queryFor, useList } from '#web/kit/data/api.ts'
import { queryClient } from '#web/kit/data/query-client.ts'
import { can } from '#web/kit/data/session.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { useKeys } from '#web/kit/keys/keys.ts'
import { BulkBar } from '#web/kit/list/BulkBar.tsx'
import { idIn } from '#web/kit/list/id-in.ts'
import { ListFilters } from '#web/kit/list/ListFilters.tsx'
import { NoPermission, State } from '#web/kit/list/ListStates.tsx'
import { ListViews } from '#web/kit/list/ListViews.tsx'
import { useListParams, type ListState } from '#web/kit/list/use-list-params.ts'
import { useSelection } from '#web/kit/list/use-selection.ts'
import { activeView } from '#web/kit/list/view-links.ts'
import { formats } from '#web/kit/look/format.ts'
import { PageTitle } from '#web/kit/look/PageTitle.tsx'
import { useContactFilters } from './contact-filters.ts'
import { contactViews } from './contact-views.ts'
import { NOUN } from './contact-words.ts'
import { ContactFoot } from './ContactFoot.tsx'
import { MessageList } from './MessageList.tsx'
import { MessagePane } from './MessagePane.tsx'
import { useContactBulk } from './use-contact-bulk.tsx'
import './contact-messages.css'

const FiltersDrawer = lateDialog(() =>
  import('#web/kit/list/FiltersDrawer.tsx').then(({ FiltersDrawer }) => FiltersDrawer),
)

/** Messages on one side, the one that is open on the other: read, answer, on to the next. */
export default function ContactListPage() {
  const list = useListParams({
    endpoint: contactMessages.list,
    sorts: CONTACT_SORTS,
    defaultSort: { sort: 'created_at', order: 'desc' },
    own: ['message'],
    views: contactViews(),
  })
  return (
    <div className={list.get('message') === undefined ? 'list' : 'list contact-open'}>
      {can(contactMessages.list) ? (
        <Messages list={list} />
      ) : (
        <>
          <header className="list-head">
            <PageTitle title="Contact List" />
          </header>
          <NoPermission noun={NOUN} permission={contactMessages.list.permission} />
        </>
      )}
    </div>
  )
}

const Messages = ({ list }: { list: ListState<typeof contactMessages.list> }) => {
  const [filtersOpen, setFiltersOpen] = useState(false)
  const [answering, setAnswering] = useState<number>()
  const answer = useList(contactMessages.list, list.query, { enabled: list.ready })
  const rows = answer.data?.data ?? []
  const total = answer.data?.pagination.total
  const view = activeView(list)
  const filters = useContactFilters(rows)
  const bulk = useContactBulk()
  const selection = useSelection<ContactRow>(view?.key ?? '', rows)
  const openId = idIn(list.get('message'))
  const at = rows.findIndex(({ id }) => id === openId)
  const open = (id: number | undefined) => list.change({ message: id === undefined ? undefined : String(id) })
  const move = (by: number) => {
    const next = rows[at < 0 ? 0 : at + by]
    if (next) open(next.id)
  }
  const current = rows[at]
  usePreloaded([rows[at + 1]?.id, rows[at - 1]?.id])
  useKeys('list', [
    { keys: ['j', 'arrowdown'], label: 'Next message', run: () => move(1) },
    { keys: ['k', 'arrowup'], label: 'Previous message', run: () => move(-1) },
    ...(bulk.actions.length > 0
      ? [{ keys: 'x', label: 'Select', run: () => current && selection.toggle(current) }]
      : []),
    ...(openId === undefined ? [] : [{ keys: 'escape', label: 'Close the message', run: () => open(undefined) }]),
  ])
  if (!view) return null

  return (
    <>
      <header className="list-head">
        <PageTitle title="Contact List" />
        <span className="list-total">{total !== undefined && `${formats().number(total)} total`}</span>
        <div className="page-actions">
          {can(contactExports.begin) && (
            <Button
              icon={<DownloadOutlined aria-hidden />}
              disabled={!total}
              onClick={() =>
                bulk.begin('export', {
                  rows,
                  all: { count: total ?? 0, query: list.query },
                  clear: () => undefined,
                })
              }
            >
              Export
            </Button>
          )}
        </div>
      </header>
      <ListViews list={list} active={view} />
      {selection.rows.length > 0 ? (
        <BulkBar
          selection={selection}
          actions={bulk.actions}
          query={list.query}
          rows={rows}
          total={total ?? 0}
          noun={NOUN}
        />
      ) : (
        <ListFilters
          list={list}
          search="Search messages"
          filters={filters}
          onOpenFilters={() => setFiltersOpen(true)}
        />
      )}
      <div className="contact">
        <MessageList
          list={list}
          view={view}
          filters={filters}
          answer={answer}
          openId={openId}
          selection={bulk.actions.length > 0 ? selection : undefined}
        />
        {openId === undefined ? (
          <div className="contact-none">
            {rows.length > 0 && (
              <State icon={<MailOutlined aria-hidden />} title="Choose a message">
                J and K move through the list. Ctrl+Enter sends an answer and opens the next.
              </State>
            )}
          </div>
        ) : (
          <MessagePane
            key={openId}
            id={openId}
            list={list}
            isNext={openId === answering}
            onNext={(answered) => {
              const next = (rows[at + 1] ?? rows.find(({ id }) => id !== openId))?.id
              setAnswering(answered ? next : undefined)
              open(next)
            }}
            onClose={() => open(undefined)}
          />
        )}
      </div>
      <ContactFoot list={list} page={answer.data} />
      {bulk.dialog}
      {filtersOpen && (
        <FiltersDrawer list={list} filters={filters} total={total} noun={NOUN} onClose={() => setFiltersOpen(false)} />
      )}
    </>
  )
}

const FRESH_MS = 30_000

/** The messages before and after are there when they are opened. */
const usePreloaded = (ids: readonly (number | undefined)[]) => {
  const key = ids.join()
  useEffect(() => {
    for (const id of key.split(',').map(Number))
      if (id > 0)
        void queryClient.prefetchQuery({
          ...queryFor(contactMessages.details, { params: { id } }),
          staleTime: FRESH_MS,
        })
  }, [key])
}

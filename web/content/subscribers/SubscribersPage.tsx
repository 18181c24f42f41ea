import { DownloadOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { mailings } from '#contract/content/mailings.ts'
import { subscriberImports } from '#contract/content/subscriber-imports.ts'
import { SUBSCRIBER_SORTS, subscribers } from '#contract/content/subscribers.ts'
import { mailingsLink, showsMailings } from '#web/content/mailings/mailing-link.ts'
import { useList, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { copyText } from '#web/kit/feedback/copy.ts'
import { late } from '#web/kit/feedback/late.tsx'
import { lateDialog, latePanel } from '#web/kit/feedback/late-dialog.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { idIn } from '#web/kit/list/id-in.ts'
import { ListPage } from '#web/kit/list/ListPage.tsx'
import { ListTab, ViewTabLink } from '#web/kit/list/TabLink.tsx'
import { focusRow } from '#web/kit/list/use-current-row.ts'
import { useListParams } from '#web/kit/list/use-list-params.ts'
import { useNarrow } from '#web/kit/look/use-media.ts'
import { ImportButton } from '#web/platform/imports/ImportButton.tsx'
import { subscriberCard, subscriberColumns } from './subscriber-columns.tsx'
import { subscriberFilters } from './subscriber-filters.tsx'
import { subscriberViews, TITLE } from './subscriber-views.ts'
import { NOUN } from './subscriber-words.tsx'
import { SubscriberFigures } from './SubscriberFigures.tsx'
import { useSubscriberBulk } from './use-subscriber-bulk.tsx'

const MailingsTab = late(() => import('#web/content/mailings/MailingsTab.tsx').then(({ MailingsTab }) => MailingsTab))
const SubscriberDrawer = latePanel(() =>
  import('./SubscriberDrawer.tsx').then(({ SubscriberDrawer }) => SubscriberDrawer),
)
const AddSubscriber = lateDialog(() => import('./AddSubscriber.tsx').then(({ AddSubscriber }) => AddSubscriber))

/** The subscriber that is open. */
const SUBSCRIBER = 'subscriber'

/** Who gets the newsletter, and what it was mailed. */
export default function SubscribersPage() {
  const [search] = useSearchParams()
  return showsMailings(search) ? (
    <MailingsTab
      title={TITLE}
      tabs={subscriberViews().map((view) => (
        <ViewTabLink key={view.key} endpoint={subscribers.list} view={view} />
      ))}
    />
  ) : (
    <Subscribers />
  )
}

/** How people came to the newsletter, and what they were sent. */
const Subscribers = () => {
  const list = useListParams({
    endpoint: subscribers.list,
    sorts: SUBSCRIBER_SORTS,
    defaultSort: { sort: 'createdAt', order: 'desc' },
    own: [SUBSCRIBER],
    views: subscriberViews(),
  })
  const allowed = can(subscribers.list)
  const page = useList(subscribers.list, list.query, { enabled: allowed && list.ready }).data
  const bulk = useSubscriberBulk()
  const narrow = useNarrow()
  const [adding, setAdding] = useState(false)
  const openId = idIn(list.get(SUBSCRIBER))
  const onOpen = (id: number | undefined, { page: on }: { page?: number } = {}) =>
    list.change({
      [SUBSCRIBER]: id === undefined ? undefined : String(id),
      ...(on !== undefined && { page: String(on) }),
    })
  const mayAdd = can(subscribers.add)

  const add = mayAdd && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} aria-keyshortcuts="N" onClick={() => setAdding(true)}>
      <span className="action-words">
        Add subscriber <Kbd>N</Kbd>
      </span>
    </Button>
  )
  return (
    <ListPage
      title={TITLE}
      list={list}
      noun={NOUN}
      columns={subscriberColumns([list.params['status'] ?? []].flat())}
      search="Search email or name"
      filters={subscriberFilters(list)}
      figures={<SubscriberFigures />}
      above={<MailOff />}
      actions={
        <>
          {!narrow && bulk.exportAll && page && page.pagination.total > 0 && (
            <Button
              icon={<DownloadOutlined aria-hidden />}
              onClick={() => bulk.exportAll?.({ count: page.pagination.total, query: list.query })}
            >
              <span className="action-words">Export</span>
            </Button>
          )}
          {!narrow && <ImportButton need={subscriberImports.begin} to="/marketing/import_subscribers" />}
          {add}
        </>
      }
      tabs={{
        after: can(mailings.list) && (
          <>
            <span className="view-divider" aria-hidden />
            <ListTab endpoint={mailings.list} to={mailingsLink} label="Mailings" />
          </>
        ),
      }}
      bulk={bulk.actions}
      onOpen={({ id }) => onOpen(id)}
      openId={openId}
      card={subscriberCard}
      keys={(current) => [
        ...(mayAdd ? [{ keys: 'n', label: 'Add subscriber', run: () => setAdding(true) }] : []),
        { keys: 'c', label: 'Copy email', run: () => current && void copyEmail(current.email) },
      ]}
      empty={{
        title: 'No subscribers yet',
        text: 'People appear here once they sign up on your website. Import those who have agreed already, or add one.',
        action: add,
      }}
    >
      {openId !== undefined && allowed && (
        <SubscriberDrawer
          id={openId}
          query={list.query}
          page={page}
          onOpen={onOpen}
          onClose={() => {
            onOpen(undefined)
            focusRow(openId)
          }}
        />
      )}
      {bulk.dialog}
      {adding && <AddSubscriber onAdded={onOpen} onClose={() => setAdding(false)} />}
    </ListPage>
  )
}

const copyEmail = (email: string) =>
  copyText(email, { done: `Copied ${email}`, failed: `${email} was not copied. Mark it and copy it.` })

const MailOff = () => {
  const { data } = useOne(subscribers.summary, {}, { enabled: can(subscribers.summary) })
  if (data?.data.mail_on !== false) return null
  return (
    <Notice kind="info" title="No mail server is set up">
      Nothing is sent: no confirmations, no updates. It works once SMTP_URL is set on the server.
    </Notice>
  )
}

import { SendOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { vendorUpdates, type VendorAsk } from '#contract/catalogue/vendor-updates.ts'
import { useAction, useList } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import type { Card, Column, View } from '#web/kit/list/list.ts'
import { ListPage } from '#web/kit/list/ListPage.tsx'
import { TAB } from '#web/kit/list/tab-name.ts'
import { ViewTabLink } from '#web/kit/list/TabLink.tsx'
import { useListParams } from '#web/kit/list/use-list-params.ts'
import { formats } from '#web/kit/look/format.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'
import { When } from '#web/kit/look/When.tsx'
import { canRevoke, LINK_WORDS, productsWords, stateOfLink, useFieldWords } from './link-words.ts'
import { useVendorFilter, VENDOR_VIEWS } from './vendor-filters.ts'

const AskVendor = lateDialog(() => import('./AskVendor.tsx').then(({ AskVendor }) => AskVendor))

const NOUN = ['link', 'links'] as const

const EMPTY = { title: 'No links yet', text: 'Links that you make with “Ask a vendor” appear here.' }
const VIEWS: readonly View[] = [{ key: 'links', label: 'Links', params: {}, empty: EMPTY }]

/** The links that were made for vendors: what came of each, the way to end it, and to ask again. A link itself is shown once, when it is made. */
export const VendorLinks = ({ title }: { title: string }) => {
  const list = useListParams({
    endpoint: vendorUpdates.asks,
    sorts: [],
    own: [TAB],
    views: VIEWS,
  })
  const page = useList(vendorUpdates.asks, list.query, { enabled: can(vendorUpdates.asks) && list.ready }).data
  const vendors = useVendorFilter((page?.data ?? []).map(({ vendor }) => vendor))
  const [asking, setAsking] = useState<VendorAsk | 'new'>()
  const revoke = useAction(vendorUpdates.revoke, {
    done: (_, { body: { id } }) => `Revoked the link of ${vendorOf(page?.data, id)}`,
    refreshes: vendorUpdates.asks,
  })
  const mayAct = can(vendorUpdates.ask)
  const acts: LinkActs | undefined = mayAct
    ? { onAgain: setAsking, onRevoke: ({ id }) => void revoke({ body: { id } }) }
    : undefined
  const ask = mayAct && (
    <Button icon={<SendOutlined aria-hidden />} onClick={() => setAsking('new')}>
      <span className="action-words">Ask a vendor</span>
    </Button>
  )
  return (
    <ListPage
      title={title}
      list={list}
      noun={NOUN}
      columns={acts ? [...COLUMNS, actsColumn(acts)] : COLUMNS}
      search="Search vendors"
      filters={[vendors]}
      actions={ask}
      tabs={{
        before: VENDOR_VIEWS.map((view) => <ViewTabLink key={view.key} endpoint={vendorUpdates.list} view={view} />),
      }}
      card={(link) => linkCard(link, acts)}
      empty={{ ...EMPTY, action: ask }}
      keys={(current) =>
        acts
          ? [
              { keys: 'a', label: 'Ask again', run: () => current && acts.onAgain(current) },
              {
                keys: 'r',
                label: 'Revoke the link',
                run: () => current && canRevoke(current) && acts.onRevoke(current),
              },
            ]
          : []
      }
    >
      {asking && <AskVendor {...(asking !== 'new' && { again: asking })} onClose={() => setAsking(undefined)} />}
    </ListPage>
  )
}

const vendorOf = (links: readonly VendorAsk[] | undefined, id: number) =>
  links?.find((link) => link.id === id)?.vendor.name ?? 'the vendor'

interface LinkActs {
  onAgain: (link: VendorAsk) => void
  onRevoke: (link: VendorAsk) => void
}

const COLUMNS: readonly Column<VendorAsk>[] = [
  {
    key: 'vendor',
    title: 'Vendor',
    width: 170,
    priority: 0,
    render: ({ vendor, asked_by }) => (
      <TwoLines strong first={vendor.name} second={asked_by && `by ${asked_by.name}`} />
    ),
  },
  {
    key: 'about',
    title: 'Products and fields',
    width: 250,
    priority: 1,
    render: (link) => <TwoLines first={productsWords(link)} second={<FieldWords fields={link.fields} />} />,
  },
  { key: 'status', title: 'Status', width: 120, priority: 0, render: (link) => <LinkTag link={link} /> },
  {
    key: 'asked_at',
    title: 'Created',
    width: 112,
    priority: 3,
    render: ({ asked_at }) => <When at={asked_at} />,
  },
  { key: 'opened_at', title: 'Opened', width: 112, priority: 5, render: ({ opened_at }) => <When at={opened_at} /> },
  {
    key: 'answered_at',
    title: 'Answered',
    width: 112,
    priority: 4,
    render: ({ answered_at }) => <When at={answered_at} />,
  },
  {
    key: 'expires_at',
    title: 'Expires',
    width: 112,
    priority: 2,
    render: ({ expires_at }) => formats().date(expires_at),
  },
]

const actsColumn = (acts: LinkActs): Column<VendorAsk> => ({
  key: 'acts',
  title: '',
  width: 220,
  priority: 0,
  render: (link) => <Acts link={link} {...acts} />,
})

const FieldWords = ({ fields }: Pick<VendorAsk, 'fields'>) => useFieldWords(fields)

const LinkTag = ({ link }: { link: VendorAsk }) => {
  const { label, tone } = LINK_WORDS[stateOfLink(link)]
  return <StatusTag tone={tone}>{label}</StatusTag>
}

const Acts = ({ link, onAgain, onRevoke }: LinkActs & { link: VendorAsk }) => (
  <span className="row-actions">
    <Button aria-label={`Ask again, ${link.vendor.name}`} onClick={() => onAgain(link)}>
      Ask again
    </Button>
    {canRevoke(link) && (
      <Button type="text" danger aria-label={`Revoke the link of ${link.vendor.name}`} onClick={() => onRevoke(link)}>
        Revoke
      </Button>
    )}
  </span>
)

const linkCard = (link: VendorAsk, acts: LinkActs | undefined): Card => ({
  title: link.vendor.name,
  corner: <LinkTag link={link} />,
  lines: [
    <div key="products">{productsWords(link)}</div>,
    <div key="fields">
      <FieldWords fields={link.fields} />
    </div>,
    <div key="created">
      Created <When at={link.asked_at} />, expires {formats().date(link.expires_at)}
    </div>,
  ],
  ...(acts && { foot: <Acts link={link} {...acts} /> }),
})

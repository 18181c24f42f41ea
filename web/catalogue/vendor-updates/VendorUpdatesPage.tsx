import { CheckOutlined, CloseOutlined, SendOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { UPDATE_SORTS, vendorUpdates, type VendorUpdateRow } from '#contract/catalogue/vendor-updates.ts'
import { useList } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { lateDialog, latePanel } from '#web/kit/feedback/late-dialog.tsx'
import { idIn } from '#web/kit/list/id-in.ts'
import type { BulkAction, Selection } from '#web/kit/list/list.ts'
import { ListPage } from '#web/kit/list/ListPage.tsx'
import { TAB } from '#web/kit/list/tab-name.ts'
import { ListTab } from '#web/kit/list/TabLink.tsx'
import { focusRow } from '#web/kit/list/use-current-row.ts'
import { useListParams } from '#web/kit/list/use-list-params.ts'
import { LINKS_TAB } from './link-words.ts'
import { VendorLinks } from './VendorLinks.tsx'
import { VENDOR_COLUMNS, vendorCard } from './vendor-columns.tsx'
import { useVendorFilters, VENDOR_VIEWS } from './vendor-filters.ts'
import { NOUN } from './vendor-words.tsx'
import type { VendorAct } from './vendor-acts.tsx'
import './vendor-updates.css'

const VendorDrawer = latePanel(() => import('./VendorDrawer.tsx').then(({ VendorDrawer }) => VendorDrawer))
const VendorBulkDialog = lateDialog(() =>
  import('./VendorBulkDialog.tsx').then(({ VendorBulkDialog }) => VendorBulkDialog),
)
const AskVendor = lateDialog(() => import('./AskVendor.tsx').then(({ AskVendor }) => AskVendor))

/** What vendors ask to have changed of products, decided field by field. */
export default function VendorUpdatesPage() {
  const [search] = useSearchParams()
  return search.get(TAB) === LINKS_TAB ? <VendorLinks title={TITLE} /> : <VendorUpdates />
}

const TITLE = 'Vendor Data Update List'

const VendorUpdates = () => {
  const list = useListParams({
    endpoint: vendorUpdates.list,
    sorts: UPDATE_SORTS,
    defaultSort: { sort: 'requestedOn', order: 'desc' },
    own: ['update'],
    views: VENDOR_VIEWS,
  })
  const allowed = can(vendorUpdates.list)
  const page = useList(vendorUpdates.list, list.query, { enabled: allowed && list.ready }).data
  const filters = useVendorFilters(page?.data ?? [])
  const [act, setAct] = useState<{ act: VendorAct; selection: Selection<VendorUpdateRow> }>()
  const [asking, setAsking] = useState(false)
  const openId = idIn(list.get('update'))
  const onOpen = (id: number | undefined, { page: on }: { page?: number } = {}) =>
    list.change({ update: id === undefined ? undefined : String(id), ...(on !== undefined && { page: String(on) }) })
  const bulk: readonly BulkAction<VendorUpdateRow>[] = can(vendorUpdates.decideMany)
    ? [
        {
          label: 'Approve',
          icon: <CheckOutlined aria-hidden />,
          takesAll: true,
          run: (selection) => setAct({ act: 'approve', selection }),
        },
        {
          label: 'Reject',
          icon: <CloseOutlined aria-hidden />,
          danger: true,
          takesAll: true,
          run: (selection) => setAct({ act: 'reject', selection }),
        },
      ]
    : []

  const ask = can(vendorUpdates.ask) && (
    <Button icon={<SendOutlined aria-hidden />} onClick={() => setAsking(true)}>
      <span className="action-words">Ask a vendor</span>
    </Button>
  )
  return (
    <ListPage
      title={TITLE}
      list={list}
      noun={NOUN}
      columns={VENDOR_COLUMNS}
      search="Search requests"
      filters={filters}
      actions={ask}
      tabs={{ after: <ListTab endpoint={vendorUpdates.asks} to={`?${TAB}=${LINKS_TAB}`} label="Links" /> }}
      bulk={bulk}
      onOpen={({ id }) => onOpen(id)}
      openId={openId}
      card={vendorCard}
      empty={{
        title: 'No vendor has requested a change',
        text: 'Ask one for the fields that a product lacks.',
        action: ask,
      }}
    >
      {openId !== undefined && allowed && (
        <VendorDrawer
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
      {act && (
        <VendorBulkDialog
          act={act.act}
          rows={act.selection.rows}
          all={act.selection.all}
          onClose={() => setAct(undefined)}
          onBegun={act.selection.clear}
        />
      )}
      {asking && <AskVendor onClose={() => setAsking(false)} />}
    </ListPage>
  )
}

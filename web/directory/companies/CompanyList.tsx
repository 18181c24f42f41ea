import { IdcardOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { companies, COMPANY_SORTS, type CompanyRow } from '#contract/directory/companies.ts'
import { directoryCompanyExports } from '#contract/directory/directory-exports.ts'
import { directoryMerges } from '#contract/directory/directory-merges.ts'
import { directoryCompanyImports } from '#contract/directory/directory-imports.ts'
import { useList } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { lateDialog, latePanel } from '#web/kit/feedback/late-dialog.tsx'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { idIn } from '#web/kit/list/id-in.ts'
import { optionsOf, type Filter } from '#web/kit/list/list.ts'
import { ListPage } from '#web/kit/list/ListPage.tsx'
import { TAB } from '#web/kit/list/tab-name.ts'
import { focusRow } from '#web/kit/list/use-current-row.ts'
import { useListParams } from '#web/kit/list/use-list-params.ts'
import { useNarrow } from '#web/kit/look/use-media.ts'
import { LEADS, QUIET_DAYS, useCountryFilter, useTagFilter } from '#web/directory/contacts/contact-filters.ts'
import { COMPANIES_TAB, IMPORT, OPEN } from '#web/directory/directory-facts/directory-links.ts'
import { COMPANY_NOUN, ROLE_LABELS, TITLE } from '#web/directory/directory-facts/directory-words.ts'
import { ExportButton } from '#web/directory/directory-facts/ExportButton.tsx'
import { DELETE, EXPORT, TAG, useDirectoryBulk } from '#web/directory/directory-facts/use-directory-bulk.tsx'
import { DirectorySegments } from '#web/directory/directory-facts/DirectorySegments.tsx'
import { ImportButton } from '#web/platform/imports/ImportButton.tsx'
import type { CompanyAct } from './company-acts.tsx'
import { COMPANY_COLUMNS, companyCard } from './company-columns.tsx'
import { COMPANY_VIEWS } from './company-views.ts'

const CompanyDrawer = latePanel(() => import('./CompanyDrawer.tsx').then(({ CompanyDrawer }) => CompanyDrawer))
const AddCompany = lateDialog(() => import('./CompanyForm.tsx').then(({ AddCompany }) => AddCompany))

const ROLE: Filter = { kind: 'many', name: 'role', label: 'Role', options: optionsOf(ROLE_LABELS) }

const CompanyBulkDialog = lateDialog(() =>
  import('./CompanyBulkDialog.tsx').then(({ CompanyBulkDialog }) => CompanyBulkDialog),
)
const BULK = {
  kind: 'company',
  merge: directoryMerges.mergeCompanies,
  acts: [
    { ...TAG, call: companies.tagMany },
    { act: 'role', label: 'Roles', icon: <IdcardOutlined aria-hidden />, keys: 'r', call: companies.roleMany },
    { ...EXPORT, call: directoryCompanyExports.begin },
    { ...DELETE, call: companies.removeMany },
  ],
  Dialog: CompanyBulkDialog,
} as const

/** Companies that ever wrote, once each. */
export const CompanyList = () => {
  const list = useListParams({
    endpoint: companies.list,
    sorts: COMPANY_SORTS,
    defaultSort: { sort: 'last_contact_at', order: 'desc' },
    own: [TAB, OPEN.company],
    views: COMPANY_VIEWS,
  })
  const allowed = can(companies.list)
  const page = useList(companies.list, list.query, { enabled: allowed && list.ready }).data
  const country = useCountryFilter()
  const tags = useTagFilter()
  const bulk = useDirectoryBulk<CompanyAct, CompanyRow>(BULK)
  const narrow = useNarrow()
  const [adding, setAdding] = useState(false)
  const openId = idIn(list.get(OPEN.company))
  const onOpen = (id: number | undefined, { page: on }: { page?: number } = {}) =>
    list.change({
      [OPEN.company]: id === undefined ? undefined : String(id),
      ...(on !== undefined && { page: String(on) }),
    })
  const mayAdd = can(companies.add)
  const add = mayAdd && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} aria-keyshortcuts="N" onClick={() => setAdding(true)}>
      <span className="action-words">
        Add company <Kbd>N</Kbd>
      </span>
    </Button>
  )
  const segments = <DirectorySegments on={COMPANIES_TAB} />
  return (
    <ListPage
      title={TITLE}
      list={list}
      noun={COMPANY_NOUN}
      columns={COMPANY_COLUMNS}
      search="Search name or domain"
      filters={[ROLE, country, LEADS, tags, { kind: 'days', label: 'Last contact' }, { ...QUIET_DAYS, folded: true }]}
      figures={narrow && <div className="directory-segments-row">{segments}</div>}
      actions={
        <>
          {!narrow && segments}
          {!narrow && <ExportButton run={bulk.exportAll} total={page?.pagination.total} query={list.query} />}
          {!narrow && <ImportButton need={directoryCompanyImports.begin} to={IMPORT.company} />}
          {add}
        </>
      }
      bulk={bulk.actions}
      onOpen={({ id }) => onOpen(id)}
      openId={openId}
      card={companyCard}
      keys={() => (mayAdd ? [{ keys: 'n', label: 'Add company', run: () => setAdding(true) }] : [])}
      empty={{
        title: 'No companies yet',
        text: 'The companies of people who write to you appear here once. You can add one, too.',
        action: add,
      }}
    >
      {openId !== undefined && allowed && (
        <CompanyDrawer
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
      {adding && (
        <AddCompany
          onAdded={(id) => {
            // First gone: an open form takes the focus back from the drawer.
            setAdding(false)
            onOpen(id)
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </ListPage>
  )
}

import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { CONTACT_SORTS, contacts, type ContactRow } from '#contract/directory/contacts.ts'
import { directoryExports } from '#contract/directory/directory-exports.ts'
import { directoryImports } from '#contract/directory/directory-imports.ts'
import { directoryMerges } from '#contract/directory/directory-merges.ts'
import { useList } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { lateDialog, latePanel } from '#web/kit/feedback/late-dialog.tsx'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { idIn } from '#web/kit/list/id-in.ts'
import { ListPage } from '#web/kit/list/ListPage.tsx'
import { focusRow } from '#web/kit/list/use-current-row.ts'
import { useListParams } from '#web/kit/list/use-list-params.ts'
import { useNarrow } from '#web/kit/look/use-media.ts'
import { IMPORT, OPEN } from '#web/directory/directory-facts/directory-links.ts'
import { CONTACT_NOUN, TITLE } from '#web/directory/directory-facts/directory-words.ts'
import { ExportButton } from '#web/directory/directory-facts/ExportButton.tsx'
import { DELETE, EXPORT, TAG, useDirectoryBulk } from '#web/directory/directory-facts/use-directory-bulk.tsx'
import { DirectorySegments } from '#web/directory/directory-facts/DirectorySegments.tsx'
import { copyValue } from '#web/directory/directory-facts/FactList.tsx'
import { ImportButton } from '#web/platform/imports/ImportButton.tsx'
import type { ContactAct } from './contact-acts.tsx'
import { CONTACT_COLUMNS, contactCard } from './contact-columns.tsx'
import { useContactFilters } from './contact-filters.ts'
import { CONTACT_VIEWS } from './contact-views.ts'

const ContactDrawer = latePanel(() => import('./ContactDrawer.tsx').then(({ ContactDrawer }) => ContactDrawer))
const AddContact = lateDialog(() => import('./ContactForm.tsx').then(({ AddContact }) => AddContact))

const ContactBulkDialog = lateDialog(() =>
  import('./ContactBulkDialog.tsx').then(({ ContactBulkDialog }) => ContactBulkDialog),
)
const BULK = {
  kind: 'contact',
  merge: directoryMerges.mergeContacts,
  acts: [
    { ...TAG, call: contacts.tagMany },
    { ...EXPORT, call: directoryExports.begin },
    { ...DELETE, call: contacts.removeMany },
  ],
  Dialog: ContactBulkDialog,
} as const

/** Everybody who ever wrote, once each. */
export const ContactList = () => {
  const list = useListParams({
    endpoint: contacts.list,
    sorts: CONTACT_SORTS,
    defaultSort: { sort: 'last_contact_at', order: 'desc' },
    own: [OPEN.contact],
    views: CONTACT_VIEWS,
  })
  const allowed = can(contacts.list)
  const page = useList(contacts.list, list.query, { enabled: allowed && list.ready }).data
  const filters = useContactFilters([list.params['company_id'] ?? []].flat())
  const bulk = useDirectoryBulk<ContactAct, ContactRow>(BULK)
  const narrow = useNarrow()
  const [adding, setAdding] = useState(false)
  const openId = idIn(list.get(OPEN.contact))
  const onOpen = (id: number | undefined, { page: on }: { page?: number } = {}) =>
    list.change({
      [OPEN.contact]: id === undefined ? undefined : String(id),
      ...(on !== undefined && { page: String(on) }),
    })
  const mayAdd = can(contacts.add)
  const add = mayAdd && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} aria-keyshortcuts="N" onClick={() => setAdding(true)}>
      <span className="action-words">
        Add contact <Kbd>N</Kbd>
      </span>
    </Button>
  )
  const segments = <DirectorySegments on="contacts" />
  return (
    <ListPage
      title={TITLE}
      list={list}
      noun={CONTACT_NOUN}
      columns={CONTACT_COLUMNS}
      search="Search name, email, phone"
      filters={filters}
      figures={narrow && <div className="directory-segments-row">{segments}</div>}
      actions={
        <>
          {!narrow && segments}
          {!narrow && <ExportButton run={bulk.exportAll} total={page?.pagination.total} query={list.query} />}
          {!narrow && <ImportButton need={directoryImports.begin} to={IMPORT.contact} />}
          {add}
        </>
      }
      bulk={bulk.actions}
      onOpen={({ id }) => onOpen(id)}
      openId={openId}
      card={contactCard}
      keys={(current) => [
        ...(mayAdd ? [{ keys: 'n', label: 'Add contact', run: () => setAdding(true) }] : []),
        { keys: 'c', label: 'Copy email', run: () => current?.email && void copyValue(current.email) },
      ]}
      empty={{
        title: 'No contacts yet',
        text: 'Everybody who writes to you appears here once. Import people whom you know, or add one.',
        action: add,
      }}
    >
      {openId !== undefined && allowed && (
        <ContactDrawer
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
        <AddContact
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

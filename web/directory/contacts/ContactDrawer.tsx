import { EditOutlined, MailOutlined, PhoneOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { CONTACT_FIELDS, contacts, type Contact, type ContactRow } from '#contract/directory/contacts.ts'
import { directoryMerges } from '#contract/directory/directory-merges.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { telephoneOf } from '#web/platform/contact-details/PhoneLink.tsx'
import { ApiError, sentenceOf, useOne, type Page } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { ConfirmDialog } from '#web/kit/feedback/Confirm.tsx'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { toast } from '#web/kit/feedback/toast.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { useKeys } from '#web/kit/keys/keys.ts'
import { RowDrawer } from '#web/kit/list/RowDrawer.tsx'
import { PersonAvatar } from '#web/kit/look/PersonAvatar.tsx'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { DrawerMenu, type MenuAct } from '#web/directory/directory-facts/DrawerMenu.tsx'
import { DrawerState } from '#web/directory/directory-facts/DrawerState.tsx'
import { copyValue } from '#web/directory/directory-facts/FactList.tsx'
import { newestMerge } from '#web/directory/directory-facts/MergedParts.tsx'
import { CONTACT_NOUN, contactName } from '#web/directory/directory-facts/directory-words.ts'
import { factInFocus, focusFirstFact } from '#web/directory/directory-facts/facts.ts'
import { useUnmerge } from '#web/directory/directory-duplicates/use-unmerge.ts'
import { countryName } from '#web/leads/published.ts'
import { ContactMain } from './ContactMain.tsx'
import { ContactSide } from './ContactSide.tsx'
import { EditContact } from './ContactForm.tsx'
import { useContactActs } from './use-contact-acts.ts'
import '#web/directory/directory-facts/directory.css'

const MergeDialog = lateDialog(() =>
  import('#web/directory/directory-duplicates/MergeDialog.tsx').then(({ MergeDialog }) => MergeDialog),
)

interface ContactDrawerProps {
  id: number
  query: QueryOf<typeof contacts.list>
  page: Page<ContactRow> | undefined
  onOpen: (id: number, change?: { page?: number }) => void
  onClose: () => void
}

const { details, list } = contacts

/** A contact beside the list: each value with its source, the company, leads, and what happened. */
export const ContactDrawer = ({ id, query, page, onOpen, onClose }: ContactDrawerProps) => {
  const answer = useOne(details, { params: { id } })
  const contact = answer.data?.data
  const shown = contact ?? page?.data.find((row) => row.id === id)
  const [asking, setAsking] = useState<'edit' | 'forget' | { compare: number }>()
  const acts = useContactActs(contact, onClose)
  const unmerge = useUnmerge()
  const mayEdit = can(contacts.update)
  const isGone = answer.error instanceof ApiError && answer.error.status === 404
  useEffect(() => {
    if (!isGone) return
    toast.failed(sentenceOf(answer.error, details.failure))
    onClose()
  }, [isGone, answer.error, onClose])

  const compare = () => {
    const [other] = contact?.lookalikes ?? []
    if (other) setAsking({ compare: other.id })
    else toast.note('No possible duplicate is known. Select two contacts in the list and press M to merge them.')
  }
  const pin = () => {
    const focused = factInFocus()
    const field = CONTACT_FIELDS.find((each) => each === focused)
    if (contact && field) acts.facts.pin(field, !contact.fields[field].pinned)
    else focusFirstFact()
  }
  const newest = newestMerge(contact?.merges ?? [])
  const mayMerge = can(directoryMerges.mergeContacts)
  useKeys('panel', [
    { keys: 'c', label: 'Copy email', run: () => shown?.email && void copyValue(shown.email) },
    ...(mayEdit
      ? [
          { keys: 'e', label: 'Edit', run: () => contact && setAsking('edit') },
          { keys: 'p', label: 'Pin the fact', run: pin },
        ]
      : []),
    ...(mayMerge ? [{ keys: 'm', label: 'Compare and merge', run: compare }] : []),
    ...(mayMerge && newest
      ? [{ keys: 'u', label: 'Unmerge', run: () => void unmerge({ body: { id: newest.id } }) }]
      : []),
  ])

  return (
    <RowDrawer
      id={id}
      noun={CONTACT_NOUN}
      endpoint={list}
      query={query}
      page={page}
      title={shown ? contactName(shown) : 'Contact'}
      tag={shown?.do_not_contact && <StatusTag tone="error">Do not contact</StatusTag>}
      about={
        shown ? [shown.designation, shown.company?.name, countryName(shown.country)].flatMap((text) => text || []) : []
      }
      picture={shown && <PersonAvatar name={contactName(shown)} size={40} />}
      menu={contact && mayEdit && <DrawerMenu acts={menuActs(contact, acts, () => setAsking('forget'))} />}
      onOpen={onOpen}
      onClose={onClose}
    >
      {contact ? (
        <div className="directory-body" key={contact.id}>
          <ContactMain
            contact={contact}
            acts={mayEdit ? acts : undefined}
            onCompare={mayMerge ? (other) => setAsking({ compare: other }) : undefined}
          />
          <ContactSide contact={contact} />
        </div>
      ) : (
        <DrawerState
          noun={CONTACT_NOUN}
          error={answer.error}
          failure={details.failure}
          onRetry={() => void answer.refetch()}
        />
      )}
      {contact && <Foot contact={contact} mayEdit={mayEdit} onEdit={() => setAsking('edit')} />}
      {contact && asking === 'edit' && (
        <EditContact contact={contact} onSave={acts.save} onClose={() => setAsking(undefined)} />
      )}
      {contact && asking === 'forget' && (
        <ConfirmDialog
          title={`Forget ${contactName(contact)}?`}
          verb="Forget"
          running={acts.forgetting}
          run={acts.forget}
          onClose={() => setAsking(undefined)}
        >
          Name, addresses, phones, notes and all that was said of this person are erased for good. Leads stay as they
          are, and so do counts. You can’t undo this.
        </ConfirmDialog>
      )}
      {contact && typeof asking === 'object' && (
        <MergeDialog
          kind="contact"
          winner={contact.id}
          loser={asking.compare}
          onClose={() => setAsking(undefined)}
          onMerged={onOpen}
        />
      )}
    </RowDrawer>
  )
}

const menuActs = (contact: Contact, acts: ReturnType<typeof useContactActs>, onForget: () => void): MenuAct[] => {
  const { do_not_contact, email, email_status } = contact
  const isWrong = email_status === 'wrong'
  return [
    {
      key: 'never',
      label: do_not_contact ? 'May be contacted again' : 'Do not contact',
      run: () => acts.change({ do_not_contact: !do_not_contact }),
    },
    ...(email === null
      ? []
      : [
          {
            key: 'wrong',
            label: isWrong ? 'The email is right after all' : 'The email is wrong',
            run: () => acts.change(isWrong ? { right_email: email } : { wrong_email: email }),
          },
        ]),
    { key: 'delete', label: 'Delete', danger: true, run: acts.remove },
    ...(can(contacts.forget) ? [{ key: 'forget', label: 'Forget…', danger: true, run: onForget }] : []),
  ]
}

interface FootProps {
  contact: Contact
  mayEdit: boolean
  onEdit: () => void
}

/** What is done most, and how the person is reached. */
const Foot = ({ contact, mayEdit, onEdit }: FootProps) => (
  <div className="directory-foot">
    {mayEdit && (
      <>
        <Button icon={<EditOutlined aria-hidden />} aria-keyshortcuts="E" onClick={onEdit}>
          Edit <Kbd>E</Kbd>
        </Button>
        <span className="directory-hint">
          <Kbd>P</Kbd> pin a fact
        </span>
        <span className="directory-hint">
          <Kbd>M</Kbd> merge
        </span>
      </>
    )}
    {!contact.do_not_contact && (
      <span className="directory-reach">
        {contact.phone !== null && (
          <Button icon={<PhoneOutlined aria-hidden />} href={telephoneOf(contact.phone)}>
            Call
          </Button>
        )}
        {contact.email !== null && (
          <Button icon={<MailOutlined aria-hidden />} href={`mailto:${encodeURIComponent(contact.email)}`}>
            Email
          </Button>
        )}
      </span>
    )}
  </div>
)

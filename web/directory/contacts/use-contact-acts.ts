import { contacts, type Contact, type ContactField } from '#contract/directory/contacts.ts'
import type { BodyOf, Reply } from '#contract/kit/endpoint.ts'
import { queryFor, useAction } from '#web/kit/data/api.ts'
import { queryClient } from '#web/kit/data/query-client.ts'
import { contactName, CONTACT_LABELS } from '#web/directory/directory-facts/directory-words.ts'
import { DIRECTORY_READS } from '#web/directory/directory-facts/directory-reads.ts'
import type { FactActs } from '#web/directory/directory-facts/facts.ts'

type Change = BodyOf<typeof contacts.update>

/** What was answered shows at once. */
const showAnswer = (reply: Reply<typeof contacts.details>) =>
  void queryClient.setQueryData(queryFor(contacts.details, { params: { id: reply.data.id } }).queryKey, reply)

/** What colleagues do to one contact. */
export const useContactActs = (contact: Contact | undefined, onGone: () => void) => {
  const refreshes = DIRECTORY_READS
  const update = useAction(contacts.update, {
    done: ({ data }, { body }) => `${doneWords(body)} ${contactName(data)}`,
    then: showAnswer,
    refreshes,
  })
  const remove = useAction(contacts.remove, {
    done: contact ? `Deleted ${contactName(contact)}` : 'Deleted the contact',
    then: onGone,
    refreshes,
  })
  const forget = useAction(contacts.forget, { done: 'Forgot the contact', undo: false, then: onGone, refreshes })
  const change = (body: Change) =>
    contact && void update({ params: { id: contact.id }, body: { ...body, version: contact.version } })
  const facts: FactActs<ContactField> = {
    use: (field, value) => change(valueOf(field, value)),
    pin: (field, pinned) => change(pinned ? { pin: [field] } : { unpin: [field] }),
    leave: (field) => change({ leave: [field] }),
  }
  return {
    facts,
    change,
    save: (body: Change) =>
      contact
        ? update.orThrow({ params: { id: contact.id }, body: { ...body, version: contact.version } })
        : Promise.resolve(),
    remove: () => contact && void remove({ body: { id: contact.id, version: contact.version } }),
    forget: (done: () => void) => (contact ? forget({ body: { id: contact.id } }, done) : Promise.resolve()),
    forgetting: forget.running,
  }
}

const valueOf = (field: ContactField, value: string): Partial<Record<ContactField, string>> => ({ [field]: value })

/** What the act was, before the name. */
const doneWords = ({ pin, unpin, do_not_contact, wrong_email, right_email }: Change) => {
  const pinned = pin?.[0] ?? unpin?.[0]
  if (pinned) return `${pin?.[0] ? 'Pinned' : 'Unpinned'} the ${CONTACT_LABELS[pinned].toLowerCase()} of`
  if (wrong_email !== undefined) return 'Marked the email as wrong of'
  if (right_email !== undefined) return 'Marked the email as right of'
  if (do_not_contact === undefined) return 'Changed'
  return do_not_contact ? 'Marked as not to contact' : 'Allowed contact with'
}

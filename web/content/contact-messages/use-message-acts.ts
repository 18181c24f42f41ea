import { mayBecome, type ContactMessage, type ContactStatus } from '#contract/content/contact-message.ts'
import { contactMessages } from '#contract/content/contact-messages.ts'
import { useAction } from '#web/kit/data/api.ts'
import { can, session } from '#web/kit/data/session.ts'
import { CONTACT_STATUS } from './contact-words.ts'
import { MESSAGE_READS } from './message-reads.ts'

/** Something that can be done with a message as it stands. */
export interface MessageAct {
  label: string
  key?: string
  run: () => void
}

interface Options {
  message: ContactMessage
  /** Of a message that leaves the list. */
  onNext: () => void
}

/** What the caller can do with a message, each with its key. */
export const useMessageActs = ({ message, onNext }: Options) => {
  const { id, name, status, handled_by, lead } = message
  const me = session.get().user?.id
  const assign = useAction(contactMessages.assign, { done: `Took the message of ${name}`, refreshes: MESSAGE_READS })
  const setStatus = useAction(contactMessages.setStatus, {
    done: (_, { body }) => SENTENCES[body.status](name),
    refreshes: MESSAGE_READS,
  })
  const makeLead = useAction(contactMessages.makeLead, {
    done: ({ data }) =>
      data.made
        ? `Made lead No. ${data.lead.lead_no} of the message of ${name}`
        : `Lead No. ${data.lead.lead_no} exists already`,
    refreshes: MESSAGE_READS,
  })
  const become = (to: ContactStatus, leaves = true) => {
    if (!setStatus.running) void setStatus({ body: { ids: [id], status: to } }, () => leaves && onNext())
  }
  const mayEdit = can(contactMessages.setStatus)
  const open = status === 'new' || status === 'in_progress' || status === 'answered'
  const possible: MessageAct[] = [
    ...(open && me !== undefined && handled_by?.id !== me
      ? [
          {
            label: 'Take',
            key: 'T',
            run: () => void (assign.running || assign({ body: { ids: [id], staffId: me } })),
          },
        ]
      : []),
    ...(status !== 'spam' && lead === null && can('marketing_leads_add')
      ? [{ label: 'Make lead', key: 'L', run: () => void (makeLead.running || makeLead({ params: { id } })) }]
      : []),
    ...(status === 'answered' ? [{ label: 'Reopen', run: () => become('in_progress', false) }] : []),
    ...(mayBecome(status, 'spam') ? [{ label: 'Spam', key: 'S', run: () => become('spam') }] : []),
    ...(mayBecome(status, 'archived') ? [{ label: 'Archive', key: 'E', run: () => become('archived') }] : []),
    ...(mayBecome(status, 'new') ? [{ label: 'Move back', run: () => become('new', false) }] : []),
  ]
  const acts = mayEdit ? possible : []
  const bindings = acts.flatMap(({ key, label, run }) => (key ? [{ keys: key.toLowerCase(), label, run }] : []))
  return { acts, bindings, become }
}

const SENTENCES: Readonly<Record<ContactStatus, (name: string) => string>> = {
  new: (name) => `Moved the message of ${name} back`,
  in_progress: (name) => `Reopened the message of ${name}`,
  answered: (name) => `Marked the message of ${name} as answered`,
  spam: (name) => `Marked the message of ${name} as ${CONTACT_STATUS.spam.label.toLowerCase()}`,
  archived: (name) => `Archived the message of ${name}`,
}

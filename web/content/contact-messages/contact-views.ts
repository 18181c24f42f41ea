import { CONTACT_WAITING } from '#contract/content/contact-message.ts'
import type { View } from '#web/kit/list/list.ts'
import { session } from '#web/kit/data/session.ts'

/** What waits for an answer comes first. */
export const contactViews = (): readonly View[] => {
  const me = session.get().user?.id
  return [
    {
      key: 'to_answer',
      label: 'To answer',
      params: { status: [...CONTACT_WAITING] },
      empty: { title: 'Nothing to answer', text: 'Messages of the contact form appear here until they are answered.' },
    },
    ...(me === undefined
      ? []
      : [
          {
            key: 'mine',
            label: 'Mine',
            params: { status: [...CONTACT_WAITING], handled_by: [String(me)] },
            empty: { title: 'None is yours', text: 'Messages that you take appear here until they are answered.' },
          },
        ]),
    {
      key: 'answered',
      label: 'Answered',
      params: { status: ['answered'] },
      empty: { title: 'None yet', text: 'Messages appear here as they are answered.' },
    },
    {
      key: 'spam',
      label: 'Spam',
      params: { status: ['spam'] },
      empty: { title: 'No spam', text: 'Spam is deleted after 30 days.' },
    },
    {
      key: 'archive',
      label: 'Archive',
      params: { status: ['archived'] },
      empty: { title: 'None yet', text: 'Messages that you archive appear here.' },
    },
  ]
}

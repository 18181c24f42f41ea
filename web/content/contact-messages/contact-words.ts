import type { ContactReply, ContactRow, ContactSource, ContactStatus } from '#contract/content/contact-message.ts'
import type { Tone } from '#web/kit/look/StatusTag.tsx'

export const NOUN = ['message', 'messages'] as const

export const CONTACT_STATUS: Readonly<Record<ContactStatus, { label: string; tone: Tone }>> = {
  new: { label: 'New', tone: 'info' },
  in_progress: { label: 'In progress', tone: 'warning' },
  answered: { label: 'Answered', tone: 'success' },
  spam: { label: 'Spam', tone: 'error' },
  archived: { label: 'Archived', tone: 'neutral' },
}

export const CONTACT_SOURCE: Readonly<Record<ContactSource, string>> = {
  website_form: 'Contact form',
  api: 'Sent by a program',
}

const NEWSLETTER: Readonly<Record<string, { label: string; tone: Tone }>> = {
  unconfirmed: { label: 'Unconfirmed', tone: 'warning' },
  subscribed: { label: 'Subscribed', tone: 'success' },
  unsubscribed: { label: 'Unsubscribed', tone: 'neutral' },
  bounced: { label: 'Bounced', tone: 'error' },
  complained: { label: 'Complained', tone: 'error' },
  blocked: { label: 'Blocked', tone: 'error' },
}
export const newsletterWords = (status: string) => NEWSLETTER[status] ?? { label: status, tone: 'neutral' as const }

/** How an answer stands; undefined where there is nothing to say. */
export const replyWords = ({ state, reply }: ContactReply['mail']): { text: string; bad: boolean } | undefined => {
  switch (state) {
    case 'queued':
    case 'handing':
      return { text: 'On its way', bad: false }
    case 'deferred':
      return { text: 'The mail server is busy. It is sent again automatically.', bad: false }
    case 'refused':
      return { text: `Not delivered${reply ? `: ${reply}` : ''}`, bad: true }
    case 'in_doubt':
      return { text: 'It may not have arrived: the connection broke while it was sent.', bad: true }
    case 'skipped':
    case 'cancelled':
      return { text: 'Not sent', bad: true }
    default:
      return undefined
  }
}

/** What a message is called where it has no subject. */
export const titleOf = ({ subject, message_start }: Pick<ContactRow, 'subject' | 'message_start'>) =>
  subject || message_start.slice(0, 80)

import type { Consent, Subscriber, SubscriberBounce, SubscriberMail } from '#contract/content/subscribers.ts'

export type TimelineEntry =
  | { kind: 'mail'; key: string; at: string; mail: SubscriberMail }
  | { kind: 'bounce'; key: string; at: string; bounce: SubscriberBounce }
  | { kind: 'event'; key: string; at: string; event: Consent }
  /** Mails one after the other that were all accepted. */
  | { kind: 'mails'; key: string; at: string; mails: readonly SubscriberMail[] }

/** So many mails are shown one by one before those that were accepted fold. */
const SHOWN = 3
/** Fewer than so many do not fold. */
const FEWEST = 3

/** All that was mailed, what came back, and what they agreed to or took back: the newest first. */
export const timelineOf = ({ mails, received_bounces, consents }: Timed): TimelineEntry[] => {
  const refused = new Set(mails.filter(({ state }) => state === 'refused').map(({ id }) => id))
  const entries: TimelineEntry[] = [
    ...mails.map((mail) => ({ kind: 'mail' as const, key: `mail-${mail.id}`, at: mail.at, mail })),
    // What the mail server answered at once is told with the mail.
    ...received_bounces
      .filter(({ mail_id, received_by }) => received_by !== 'smtp' || mail_id === null || !refused.has(mail_id))
      .map((bounce) => ({ kind: 'bounce' as const, key: `bounce-${bounce.id}`, at: bounce.at, bounce })),
    ...consents.map((event) => ({ kind: 'event' as const, key: `event-${event.id}`, at: event.at, event })),
  ]
  return folded(entries.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)))
}

type Timed = Pick<Subscriber, 'mails' | 'received_bounces' | 'consents'>

const folded = (entries: readonly TimelineEntry[]) => {
  let seen = 0
  const all: TimelineEntry[] = []
  for (const entry of entries) {
    if (entry.kind === 'mail') seen += 1
    const last = all.at(-1)
    if (entry.kind !== 'mail' || entry.mail.state !== 'sent' || seen <= SHOWN) all.push(entry)
    else if (last?.kind === 'mails') all[all.length - 1] = { ...last, mails: [...last.mails, entry.mail] }
    else all.push({ kind: 'mails', key: `from-${entry.key}`, at: entry.at, mails: [entry.mail] })
  }
  return all.flatMap((entry) =>
    entry.kind === 'mails' && entry.mails.length < FEWEST
      ? entry.mails.map((mail) => ({ kind: 'mail' as const, key: `mail-${mail.id}`, at: mail.at, mail }))
      : [entry],
  )
}

/** What an enhanced status code means, where it says more than that the mail did not arrive. */
export const codeWords = (code: string | null) => {
  const [, detail] = /^[245]\.(\d{1,3}\.\d{1,3})$/.exec(code ?? '') ?? []
  return detail === undefined ? undefined : CODES[detail]
}

const CODES: Readonly<Record<string, string>> = {
  '1.0': 'bad address',
  '1.1': 'no such mailbox',
  '1.2': 'no such domain',
  '1.3': 'bad address',
  '1.6': 'mailbox has moved',
  '1.10': 'domain takes no mail',
  '2.1': 'mailbox disabled',
  '2.2': 'mailbox full',
  '2.3': 'mail too large',
  '3.2': 'server takes no mail',
  '3.4': 'mail too large',
  '4.1': 'no answer',
  '4.4': 'server not found',
  '4.7': 'took too long',
  '7.1': 'refused by policy',
}

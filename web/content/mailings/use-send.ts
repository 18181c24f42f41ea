import { useState } from 'react'
import { mailings, type Audience, type AudienceKind, type Mailing } from '#contract/content/mailings.ts'
import type { SubscriberSource } from '#contract/content/subscribers.ts'
import { refresh, sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { useDebounced } from '#web/kit/form/use-debounced.ts'
import { formats } from '#web/kit/look/format.ts'
import { POST_READS } from '#web/content/post-words/post-reads.ts'
import { MAILING_READS } from './mailing-reads.ts'
import { people } from './mailing-words.ts'

const WAIT_MS = 250

/** What is chosen in the send panel, what would come of it, and the two ways to send it. */
export const useSend = (id: number, onSent: (mailing: Mailing) => void) => {
  const [chosen, setChosen] = useState<Chosen>({})
  const [failure, setFailure] = useState<string>()
  const change = (more: Chosen) => {
    setFailure(undefined)
    setChosen({ ...chosen, ...more })
  }
  const asked = useDebounced(chosen, WAIT_MS)
  const answer = useOne(mailings.preview, { params: { id }, query: queryOf(asked) }, { keepPrevious: true })
  const preview = answer.data?.data
  const subject = chosen.subject ?? preview?.subject ?? ''
  const preheader = chosen.preheader ?? preview?.preheader ?? ''
  const kind = chosen.audience ?? preview?.audience.kind ?? 'not_yet_sent'
  const sources = chosen.sources ?? preview?.audience.sources ?? []

  const test = useAction(mailings.test, { undo: false, done: ({ data: { to } }) => `Sent a test mail to ${to}` })
  const send = useAction(mailings.send, {
    undo: false,
    refreshes: [...MAILING_READS, ...POST_READS],
    done: ({ data: { releases_at, total } }) =>
      `The update to ${people(total)} is on hold${releases_at ? ` until ${formats().time(releases_at)}` : ''}. You can cancel it until then.`,
    then: ({ data }) => onSent(data),
  })
  /** It is said in the panel, which stays, what keeps it from being sent; another number of people shows at once. */
  const run = async () => {
    if (!preview) return
    try {
      await send.orThrow({
        params: { id },
        body: {
          subject,
          preheader,
          audience: { kind, ...(kind === 'sources' && { sources }) },
          expected_total: preview.total,
          ...(preview.editions.length > 0 && { again: true }),
        },
      })
    } catch (refused) {
      setFailure(sentenceOf(refused, mailings.send.failure))
      void refresh(mailings.preview)
    }
  }
  return {
    answer,
    preview,
    /** Whether it is known how many people are chosen. */
    counted: preview !== undefined && isSame(preview.audience, { kind, sources }),
    subject,
    preheader,
    kind,
    sources,
    change,
    failure,
    sending: send.running,
    send: () => void run(),
    testing: test.running,
    test: () => void test({ params: { id }, body: { subject, preheader } }),
  }
}

export type Send = ReturnType<typeof useSend>

const isSame = (counted: Audience, { kind, sources = [] }: Audience) =>
  counted.kind === kind &&
  (kind !== 'sources' || (counted.sources ?? []).toSorted().join() === sources.toSorted().join())

interface Chosen {
  subject?: string
  preheader?: string
  audience?: AudienceKind
  sources?: SubscriberSource[]
}

/** Some sources mean nothing before one is chosen: until then it is asked for everyone. */
const queryOf = ({ audience, sources = [], ...text }: Chosen) =>
  audience === 'sources' && sources.length === 0
    ? { ...text, audience: 'everyone' as const }
    : { ...text, ...(audience && { audience }), ...(audience === 'sources' && { sources }) }

import { bounces } from '#contract/content/bounces.ts'
import { subscribers, type SubscriberRow, type SubscriberStatus } from '#contract/content/subscribers.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import { queryFor, useAction } from '#web/kit/data/api.ts'
import { queryClient } from '#web/kit/data/query-client.ts'
import { SUBSCRIBER_READS } from './subscriber-reads.ts'
import { callOf } from './subscriber-words.tsx'

/** What is asked about before it is done. */
export type AskedStep = 'unsubscribe' | 'block' | 'unblock' | 'reset_bounces' | 'erase'

/** Who something is done to, and the version that the person saw. */
export type Target = Pick<SubscriberRow, 'id' | 'name' | 'email' | 'version'>

/** What colleagues do to one subscriber. An undo subscribes nobody, so what ends a subscription has none. */
export const useSubscriberActs = (status: SubscriberStatus | undefined) => {
  const refreshes = SUBSCRIBER_READS
  /** What was answered shows at once. */
  const then = (reply: Reply<typeof subscribers.details>) =>
    void queryClient.setQueryData(queryFor(subscribers.details, { params: { id: reply.data.id } }).queryKey, reply)
  const ending = status === 'subscribed' ? { refreshes, then, undo: false as const } : { refreshes, then }
  const unblock = useAction(subscribers.update, { done: ({ data }) => `Unblocked ${callOf(data)}`, then, refreshes })
  const unsubscribe = useAction(subscribers.update, {
    done: ({ data }) => `Unsubscribed ${callOf(data)}`,
    ...ending,
  })
  const block = useAction(subscribers.update, { done: ({ data }) => `Blocked ${callOf(data)}`, ...ending })
  const reset = useAction(bounces.reset, { done: 'Reset the bounces', undo: false, refreshes })
  const erase = useAction(subscribers.erase, {
    done: 'Erased the subscriber',
    undo: false,
    refreshes: [subscribers.list, subscribers.summary],
  })
  const resend = useAction(subscribers.resendConfirmation, {
    done: ({ data }) => `Sent the confirmation again to ${data.email}`,
    undo: false,
    refreshes,
  })
  const save = useAction(subscribers.update, { done: ({ data }) => `Saved ${callOf(data)}`, then, refreshes })

  return {
    /** For a form: a failure is thrown. */
    step: (step: AskedStep, { id, version }: Target, reason: string) => {
      const params = { id }
      const why = reason === '' ? {} : { reason }
      switch (step) {
        case 'unsubscribe':
          return unsubscribe.orThrow({ params, body: { status: 'unsubscribed', version, ...why } })
        case 'block':
          return block.orThrow({ params, body: { status: 'blocked', version, ...why } })
        case 'unblock':
          return unblock.orThrow({ params, body: { status: 'unblocked', reason, version } })
        case 'reset_bounces':
          return reset.orThrow({ params, body: { reason, version } })
        case 'erase':
          return erase.orThrow({ params })
      }
    },
    resend: ({ id }: Target) => void resend({ params: { id } }),
    resending: resend.running,
    save: save.orThrow,
  }
}
export type SubscriberActs = ReturnType<typeof useSubscriberActs>

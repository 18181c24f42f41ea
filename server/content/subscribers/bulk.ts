import { subscribers } from '#contract/content/subscribers.ts'
import { badField } from '#server/kit/errors.ts'
import { bulkActsOf } from '#server/platform/bulk/jobs.ts'
import type { Addresses } from './addresses.ts'
import { eraseSubscribers } from './erase.ts'
import { SUBSCRIBERS, subscriberThere } from './list.ts'
import { lockSubscribers, outcomeOf, takeStep, type Standing } from './status.ts'

const people = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'subscriber' : 'subscribers'}`

export const subscriberBulkActs = (addresses: Addresses) => {
  const act = bulkActsOf<Standing, Standing, undefined>({
    ...SUBSCRIBERS,
    gone: 'This subscriber no longer exists',
    lock: lockSubscribers,
    standings: async (tenant, ids) => (await lockSubscribers(tenant, ids)).map((row) => ({ ...row, rows: 1 })),
    names: async () => undefined,
  })
  return {
    setStatusMany: act(
      'subscribers.setStatusMany',
      subscribers.setStatusMany,
      async (tenant, caller, { status, reason }) => {
        const step = status === 'blocked' ? 'block' : 'unsubscribe'
        if (step === 'block' && !reason) throw badField('reason', NEEDS_REASON)
        return {
          visible: subscriberThere(),
          title: (count) => `${step === 'block' ? 'Block' : 'Unsubscribe'} ${people(count)}`,
          outcome: status,
          refusal: (row) => {
            const outcome = outcomeOf(row, step, 'staff')
            return typeof outcome === 'string' ? outcome : undefined
          },
          apply: (rows) =>
            takeStep(tenant, addresses, rows, step, { source: 'staff', reason, personId: caller.personId }),
        }
      },
    ),
    eraseMany: act('subscribers.eraseMany', subscribers.eraseMany, async (tenant, caller) => ({
      visible: subscriberThere(),
      title: (count) => `Erase ${people(count)}`,
      outcome: 'erased',
      refusal: () => undefined,
      apply: (rows) => eraseSubscribers(tenant, addresses, rows, caller.personId),
    })),
  }
}

export const NEEDS_REASON = 'Say why this address is blocked.'

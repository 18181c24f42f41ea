import { contactMessages } from '#contract/content/contact-messages.ts'
import { bulkActsOf } from '#server/platform/bulk/jobs.ts'
import { staffWithIds } from '#server/platform/people/staff-found.ts'
import { messageThere, MESSAGES } from './list.ts'
import {
  assignTo,
  becomes,
  checkMayHandle,
  lockMessages,
  notAssignable,
  wrongStatus,
  type Standing,
} from './standing.ts'

const act = bulkActsOf<Standing, Standing, undefined>({
  ...MESSAGES,
  gone: 'This message no longer exists',
  lock: lockMessages,
  standings: async (tenant, ids) => (await lockMessages(tenant, ids)).map((message) => ({ ...message, rows: 1 })),
  names: async () => undefined,
})

const messages = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'message' : 'messages'}`

const TITLES = {
  new: (count: number) => `Move ${messages(count)} back`,
  answered: (count: number) => `Mark ${messages(count)} as answered`,
  spam: (count: number) => `Mark ${messages(count)} as spam`,
  archived: (count: number) => `Archive ${messages(count)}`,
} as const
const OUTCOMES = {
  new: 'moved back',
  answered: 'marked as answered',
  spam: 'marked as spam',
  archived: 'archived',
} as const

export const contactBulkActs = {
  setStatusOfMany: act(
    'contact-messages.setStatusOfMany',
    contactMessages.setStatusOfMany,
    async (tenant, caller, { status }) => ({
      visible: messageThere(),
      title: TITLES[status],
      outcome: OUTCOMES[status],
      refusal: (message) => wrongStatus(message, status),
      apply: (rows) => becomes(tenant, caller.personId, rows, status),
    }),
  ),

  assignMany: act('contact-messages.assignMany', contactMessages.assignMany, async (tenant, _, { staffId }) => {
    if (staffId !== null) await checkMayHandle(tenant, staffId)
    const name = staffId === null ? undefined : (await staffWithIds(tenant, [staffId]))[0]?.name
    return {
      visible: messageThere(),
      title: (count) => (name === undefined ? `Unassign ${messages(count)}` : `Assign ${messages(count)} to ${name}`),
      outcome: staffId === null ? 'unassigned' : 'assigned',
      refusal: notAssignable,
      apply: (rows) =>
        assignTo(
          tenant,
          rows.map(({ id }) => id),
          staffId,
        ),
    }
  }),
}

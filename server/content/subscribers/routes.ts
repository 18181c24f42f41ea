import { sql } from 'kysely'
import { subscribers, type Subscriber, type SubscriberStatus } from '#contract/content/subscribers.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { SessionCaller } from '#server/kit/auth.ts'
import { badField, conflict, found } from '#server/kit/errors.ts'
import { coalesced, implement } from '#server/kit/implement.ts'
import { fieldsToWrite } from '#server/kit/merge-edits.ts'
import { parseEmail } from '#server/platform/contact-details/email-address.ts'
import { refuseWithoutMail } from '#server/platform/outbox/queue.ts'
import { selectChosen, selectMatching } from '#server/platform/selections/select.ts'
import { addressesOf, type Addresses } from './addresses.ts'
import { NEEDS_REASON, type subscriberBulkActs } from './bulk.ts'
import { askToConfirm, NOT_SENT, type MailSettings } from './confirmation.ts'
import { subscriberDetails } from './details.ts'
import { eraseSubscribers, suppressedAmong } from './erase.ts'
import { subscriberList, SUBSCRIBERS, subscribersInOrder, subscriberThere } from './list.ts'
import { lockSubscribers, noteConsents, takeStep, type Step } from './status.ts'
import { newsletterSummary } from './summary.ts'

export const subscriberRoutes = (config: MailSettings, bulk: ReturnType<typeof subscriberBulkActs>) => {
  const addresses = addressesOf(config)

  return implement('subscribers', subscribers, {
    list: coalesced(
      ({ caller: { timeZone }, query }) => ({ timeZone, query }),
      (tenant, { query, ...caller }) => subscriberList(tenant, caller, query),
    ),
    summary: async ({ tenant, caller }) => ({
      data: await newsletterSummary(tenant, caller, config.smtpUrl !== undefined),
    }),
    details: async ({ tenant, caller, params: { id } }) => ({ data: await shown(tenant, caller, id) }),

    async add({ tenant, caller, body: { email: sent, name = '', note = '' } }) {
      const address = parseEmail(sent)
      if (!address) throw badField('email', 'Enter an email address like name@example.com')
      const row = {
        email: address.email,
        name,
        note: note.trim(),
        source: 'manual',
        personId: caller.personId,
      } as const
      const id = await addByHand(tenant, caller, addresses, row)
      const asked = await askToConfirm(tenant, addresses, config, { id, email: address.email })
      const message = asked === 'sent' ? 'A mail asks them to confirm.' : NOT_SENT[asked]
      return { data: await shown(tenant, caller, id), message: `Added ${address.email}. ${message}` }
    },

    async update({ tenant, caller, params: { id }, body: { version: seen, status, reason, ...sent } }) {
      const [row] = await lockSubscribers(tenant, [id])
      const before = await editable(tenant, id, row)
      const values = { name: before.name, note: before.note }
      const edited = { ...sent, ...(sent.note !== undefined && { note: sent.note.trim() }) }
      const versioned = { entity: 'newsletter_subscribers', id, version: before.version, values }
      const { write, conflicts } = await fieldsToWrite(tenant, versioned, edited, seen)
      if (conflicts.length)
        throw conflict(
          'Someone else has changed this subscriber since you opened it. Review it and try again.',
          { current: await shown(tenant, caller, id), fields: conflicts },
          'version_conflict',
        )
      if (Object.keys(write).length) await change(tenant, id, write)
      if (status && row) {
        if (status !== 'unsubscribed' && !reason) throw badField('reason', NEEDS_REASON)
        const how = { source: 'staff', reason, personId: caller.personId } as const
        const [refused] = await takeStep(tenant, addresses, [row], STEPS[status], how)
        if (refused) throw conflict(refused.message, { status: row.status }, 'wrong_status')
      }
      return { data: await shown(tenant, caller, id), message: status ? DONE[status] : 'Subscriber saved' }
    },

    async resendConfirmation({ tenant, caller, params: { id } }) {
      const row = found('Subscriber', (await lockSubscribers(tenant, [id]))[0])
      if (row.status !== 'unconfirmed')
        throw conflict('Only an unconfirmed address gets this mail.', { status: row.status }, 'wrong_status')
      refuseWithoutMail(config)
      const asked = await askToConfirm(tenant, addresses, config, row)
      if (asked !== 'sent') throw conflict(NOT_SENT[asked], undefined, 'confirmation_cap')
      await noteConsents(tenant, addresses, [row], 'asked', { personId: caller.personId })
      return { data: await shown(tenant, caller, id), message: 'A mail asks them to confirm.' }
    },

    async erase({ tenant, caller, params: { id } }) {
      const row = found('Subscriber', (await lockSubscribers(tenant, [id]))[0])
      await eraseSubscribers(tenant, addresses, [row], caller.personId)
      return { message: 'Subscriber erased' }
    },

    async select({ tenant, caller, body: { ids, filter = {} } }) {
      const chosen = ids
        ? selectChosen(tenant, caller, SUBSCRIBERS, { ids, visible: subscriberThere() })
        : selectMatching(tenant, caller, SUBSCRIBERS, subscribersInOrder(tenant, caller, filter))
      return { data: await chosen }
    },
    setStatusMany: bulk.setStatusMany.begin,
    eraseMany: bulk.eraseMany.begin,
  })
}

const STEPS = { unsubscribed: 'unsubscribe', blocked: 'block', unblocked: 'unblock' } as const satisfies Record<
  string,
  Step
>
const DONE = {
  unsubscribed: 'Subscriber unsubscribed',
  blocked: 'Subscriber blocked',
  unblocked: 'Subscriber unblocked',
} as const

const shown = async (tenant: Tenant, caller: SessionCaller, id: number): Promise<Subscriber> =>
  found('Subscriber', await subscriberDetails(tenant, caller, id))

const editable = async ({ db, companyId }: Tenant, id: number, there: object | undefined) =>
  found(
    'Subscriber',
    there &&
      (await db
        .selectFrom('newsletter_subscribers')
        .select(['name', 'note', 'version'])
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .executeTakeFirst()),
  )

const change = ({ db, companyId }: Tenant, id: number, write: { name?: string; note?: string }) =>
  db.updateTable('newsletter_subscribers').set(write).where('company_id', '=', companyId).where('id', '=', id).execute()

interface AddedByHand {
  email: string
  name: string
  note: string
  source: 'manual'
  personId: number
}

/** Adds an address as unconfirmed; 409 for one that is on the list, or was erased. */
const addByHand = async (
  tenant: Tenant,
  { timeZone }: SessionCaller,
  addresses: Addresses,
  { personId, ...row }: AddedByHand,
): Promise<number> => {
  const { db, companyId } = tenant
  if ((await suppressedAmong(tenant, addresses, [row.email])).size > 0)
    throw conflict('This address was erased. Only its owner can subscribe again.', undefined, 'subscriber_exists')
  const added = await db
    .insertInto('newsletter_subscribers')
    .values({ company_id: companyId, ...row, status_source: 'staff' })
    .onConflict((at) => at.columns(['company_id', 'email']).where('deleted_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw await existing(tenant, row.email, timeZone)
  await noteConsents(tenant, addresses, [{ id: added.id, email: row.email }], 'asked', { personId })
  return added.id
}

const existing = async ({ db, companyId }: Tenant, email: string, timeZone: string) => {
  const { rows } = await sql<{ id: number; status: SubscriberStatus; since: string }>`
    select id, status, to_char(status_at at time zone ${timeZone}, 'FMDD Mon YYYY') as since from newsletter_subscribers
    where company_id = ${companyId} and email = ${email} and deleted_at is null`.execute(db)
  const [row] = rows
  const so = row ? `: ${row.status} since ${row.since}` : ''
  const further = row && row.status !== 'subscribed' ? ' Only its owner can subscribe again.' : ''
  return conflict(
    `This address is on the list already${so}.${further}`,
    row && { id: row.id, status: row.status },
    'subscriber_exists',
  )
}

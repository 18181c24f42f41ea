import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { bounces } from '#contract/content/bounces.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { conflict, UserError } from '#server/kit/errors.ts'
import { openRoutesOf, routesOf } from '#server/kit/implement.ts'
import { addressesOf, type Addresses } from '#server/content/subscribers/addresses.ts'
import { lockSubscribers, takeStep } from '#server/content/subscribers/status.ts'
import type { MailOf, MailTokens } from '#server/platform/outbox/tokens.ts'
import { openInbox } from './inbox.ts'
import { bounceList } from './list.ts'
import { recordAnswer } from './record.ts'
import { readReport, type Report } from './report.ts'

export interface BounceServices {
  tenants: Tenants
  config: { secret: string; publicUrl: string }
  tokens: MailTokens
}

export const bounceRoutes = ({ tenants, config, tokens }: BounceServices) => {
  const inbox = openInbox(config)
  const addresses = addressesOf(config)
  const { receive, ...ofPeople } = bounces

  return [
    ...openRoutesOf(
      'bounces',
      { receive },
      {
        async receive({ request, params: { inbox_key }, bytes }) {
          const companyId = inbox.companyOf(inbox_key)
          if (companyId === undefined) throw new UserError(404, 'This address takes no reports.')
          const report = await readReport(bytes)
          const mail = mailOf(tokens, report)
          const { class: is, code, reply: said } = report
          if (is === undefined) return {}
          const actor = { kind: 'system', channel: 'intake', act: 'bounces.receive', requestId: request.id } as const
          const answered = {
            mailId: mail?.mailId,
            class: is,
            code,
            reply: said,
            receivedBy: 'http' as const,
            raw: Buffer.from(bytes),
            digest: createHash('sha256').update(bytes).digest(),
          }
          // A signed name says whose it is, whichever inbox it came by: one mail server may serve several companies.
          await tenants.write(mail?.companyId ?? companyId, actor, (tenant) =>
            recordAnswer(tenant, addresses, answered),
          )
          return {}
        },
      },
    ),
    ...routesOf('bounces', ofPeople, {
      list: ({ tenant, query }) => bounceList(tenant, query),
      async reset({ tenant, caller, params: { id }, body }) {
        await reset(tenant, addresses, caller.personId, id, body)
        return {}
      },
    }),
  ]
}

/** Who it is about, by what we signed: where it came back to, else the names of the mail that it returns. */
const mailOf = (tokens: MailTokens, { returnedTo, about }: Report): MailOf | undefined => {
  for (const address of returnedTo) {
    const mail = tokens.readBounceAddress(address)
    if (mail) return mail
  }
  for (const id of about) {
    const mail = tokens.readMessageId(id)
    if (mail) return mail
  }
  return undefined
}

const reset = async (
  tenant: Tenant,
  addresses: Addresses,
  personId: number,
  id: number,
  { reason, version }: { reason: string; version?: number },
) => {
  const rows = await lockSubscribers(tenant, [id])
  if (rows.length === 0) throw new UserError(404, 'Subscriber not found')
  const { rows: now } = await sql<{ version: number }>`
    select version from newsletter_subscribers where company_id = ${tenant.companyId} and id = ${id}`.execute(tenant.db)
  if (version !== undefined && version !== now[0]?.version)
    throw conflict('This subscriber has changed since you opened it. Look at it again.', {}, 'version_conflict')
  await tenant.setReason(reason)
  const [refused] = await takeStep(tenant, addresses, rows, 'reset', {
    source: 'staff',
    reason,
    personId,
    proof: reason,
  })
  if (refused) throw conflict(refused.message, undefined, 'wrong_status')
}

import { sql, type RawBuilder } from 'kysely'
import type { Audience, mailings } from '#contract/content/mailings.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { crashPoint } from '#server/db/crash.ts'
import { conflict } from '#server/kit/errors.ts'
import { lockPost, type Standing } from '#server/content/post/standing.ts'
import { holdMailing } from '#server/platform/outbox/queue.ts'
import { audienceOf, checkedAudience, countAudience, USUAL_AUDIENCE } from './audience.ts'
import { blockersOf, lastSent, nobody } from './checks.ts'
import { mailOf, type Wanted } from './said.ts'
import type { MailConfig } from './services.ts'
import { storedSettings } from './settings.ts'

export const POST_UPDATE = 'post_update'

type Sent = BodyOf<typeof mailings.send>

/** Puts a mailing about a post on hold, after all that could stand against it; whom it goes to is decided now. Answers its id. */
export const sendUpdate = async (
  tenant: Tenant,
  config: MailConfig,
  personId: number,
  postId: number,
  { audience: wanted = USUAL_AUDIENCE, expected_total, again = false, hold_minutes, ...text }: Sent,
): Promise<number> => {
  // One after the other of those who would send it.
  const post = await lockPost(tenant, postId)
  const audience = checkedAudience(wanted)
  const [blocker] = await blockersOf(tenant, config, post)
  if (blocker) throw conflict(blocker.message, undefined, blocker.code)
  if (!again) await checkFirst(tenant, postId)
  const minutes = hold_minutes ?? (await storedSettings(tenant)).hold_minutes
  const releasesAt = sql`(now() + make_interval(mins => ${minutes}::int))`
  return hold(tenant, config, post, text, { audience, releasesAt, madeBy: personId, expected: expected_total })
}

interface Held {
  audience: Audience
  releasesAt: RawBuilder<unknown>
  madeBy: number | null
  expected?: number | undefined
}

/** Of a locked post that may be mailed. */
export const hold = async (
  tenant: Tenant,
  config: MailConfig,
  post: Standing,
  text: Wanted,
  { audience, releasesAt, madeBy, expected }: Held,
): Promise<number> => {
  const { db, companyId } = tenant
  const { total: counted, excluded, totals } = await countAudience(tenant, post.id, audience)
  if (counted === 0) {
    const { code, message } = nobody(totals.everyone)
    throw conflict(message, undefined, code)
  }
  const settings = await storedSettings(tenant)
  const mail = await mailOf(tenant, config, post, text)
  const { id, total } = await holdMailing(tenant, {
    kind: POST_UPDATE,
    text: { ...mail, fromName: settings.from_name, replyTo: settings.reply_to },
    audience: sql`select id from ${audienceOf(tenant, post.id, audience)}`,
    releasesAt,
    madeBy,
    perMinute: settings.per_minute,
  })
  crashPoint('mailings.frozen')
  // Of the audience as it is frozen: people come and go while it is counted.
  if (expected !== undefined && expected !== total)
    throw conflict(
      `${people(total)} subscribed now, not ${expected.toLocaleString('en')}. Look again.`,
      { total, expected },
      'audience_changed',
    )
  await sql`
    insert into post_mailings (company_id, mailing_id, post_id, live_version, edition, audience, excluded)
    select ${companyId}, ${id}, ${post.id}, ${post.live_version},
      coalesce((select max(edition) from post_mailings where company_id = ${companyId} and post_id = ${post.id}), 0) + 1,
      ${JSON.stringify(audience)}::jsonb, ${JSON.stringify(excluded)}::jsonb`.execute(db)
  return id
}

const people = (count: number) => (count === 1 ? '1 person is' : `${count.toLocaleString('en')} people are`)

const checkFirst = async (tenant: Tenant, postId: number) => {
  const last = await lastSent(tenant, postId)
  if (!last) return
  const day = new Date(last.at).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const count = `${last.sent.toLocaleString('en')} ${last.sent === 1 ? 'person' : 'people'}`
  throw conflict(`Sent to ${count} on ${day}. Send it again?`, { total: last.sent, at: last.at }, 'already_sent')
}

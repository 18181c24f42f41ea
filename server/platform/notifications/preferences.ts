import { sql } from 'kysely'

/**
 * What the person of `n` hears of its kind, as `heard`: by their own choice, else by the company's, else in the app and
 * not by email. `is_own`: whether it is their own; a choice that was given up keeps its row, for since when mails tell.
 */
export const heard = (companyId: number) => sql`
  left join notification_preferences own on own.company_id = ${companyId} and own.person_id = n.person_id and own.kind = n.kind
  left join notification_usuals usual on usual.company_id = ${companyId} and usual.kind = n.kind
  cross join lateral (
    select coalesce(own.in_app, usual.in_app, true) as in_app, coalesce(own.digest, usual.digest, 'none') as digest,
      coalesce(case when own.digest is null and (own.followed_at is null or usual.digest_since > own.followed_at)
        then greatest(own.digest_since, usual.digest_since) else own.digest_since end, now()) as digest_since,
      own.digest is not null as is_own
  ) heard`

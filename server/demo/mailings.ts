import type { Client } from 'pg'
import type { Excluded } from '#contract/content/mailings.ts'
import { postMail } from '#server/content/mailings/post-mail.ts'
import type { Staffed } from './companies.ts'
import { iso } from './world.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Days ago, and what the breaker or a lost connection left of it. */
const MAILINGS = [
  { ago: 16, doubtful: 0 },
  { ago: 9, doubtful: 2 },
] as const

const NOBODY_LEFT_OUT: Excluded = {
  unconfirmed: 0,
  unsubscribed: 0,
  bounced: 0,
  complained: 0,
  blocked: 0,
  had_it: 0,
  other_source: 0,
}

interface Post {
  id: string
  number: number
  title: string
  excerpt: string
  authors: string[]
}

/** Two past mailings about posts, each with its ledger and what came back. */
export const storeMailings = async (client: Client, { companyId, company, staff }: Staffed, now: number) => {
  await client.query(`select set_config('leadroom.company', $1, true)`, [String(companyId)])
  const { rows: posts } = await client.query<Post>(
    `select p.id, v.number, v.title, v.excerpt, array(select name from blog_authors a where a.company_id = p.company_id and a.id = any (v.author_ids)) as authors
     from blog_posts p join blog_versions v on v.company_id = p.company_id and v.post_id = p.id and v.number = p.live_version
     where p.company_id = $1 and p.live and p.archived_at is null order by p.first_published_at desc, p.id limit 2`,
    [companyId],
  )
  for (const [at, post] of posts.entries()) {
    const { ago, doubtful } = MAILINGS[at] ?? MAILINGS[0]
    await storeMailing(client, { companyId, by: staff.get('admin') ?? 0, publisher: company.name }, post, {
      began: now - ago * DAY,
      doubtful,
    })
  }
}

interface Sender {
  companyId: number
  by: number
  publisher: string
}

const storeMailing = async (
  client: Client,
  { companyId, by, publisher }: Sender,
  post: Post,
  { began, doubtful }: { began: number; doubtful: number },
) => {
  const mail = postMail({
    subject: post.title,
    preheader: '',
    title: post.title,
    opening: post.excerpt,
    cover: null,
    authors: post.authors,
    url: 'https://firm.example/blog?ref=mail',
    publisher,
    postal: `${publisher}\n1 Mill Lane\nLeeds LS1 4AP`,
    footer: '',
    locale: 'en',
  })
  const one = async (text: string, values: unknown[]) =>
    Number((await client.query<{ id: string }>(text, values)).rows[0]?.id)
  const textId = await one(
    `insert into mail_texts (company_id, subject, preheader, plain, html, created_at) values ($1, $2, '', $3, $4, $5) returning id`,
    [companyId, mail.subject, mail.plain, mail.html, iso(began)],
  )
  const mailingId = await one(
    `insert into mailings (company_id, kind, text_id, state, total, blocks, expanded, releases_at, started_at, finished_at, made_by, created_at, updated_at)
     values ($1, 'post_update', $2, 'done', 0, 0, 0, $3, $3, $4, $5, $6, $4) returning id`,
    [companyId, textId, iso(began), iso(began + 6 * MINUTE), by, iso(began - 5 * MINUTE)],
  )
  await client.query(
    `insert into post_mailings (company_id, mailing_id, post_id, live_version, edition, audience, excluded)
     select $1, $2, $3, $4, 1, '{"kind": "not_yet_sent"}', $6::jsonb || coalesce(jsonb_object_agg(status, n), '{}') from (
       select status, count(*) as n from newsletter_subscribers where company_id = $1 and created_at < $5 and status in ('unconfirmed', 'blocked')
       group by status) left_out`,
    [companyId, mailingId, post.id, post.number, iso(began), JSON.stringify(NOBODY_LEFT_OUT)],
  )
  await storeMails(client, companyId, mailingId, { began, doubtful })
  await client.query(
    `update mailings g set counts = t.counts, total = t.total from (
       select jsonb_object_agg(state, n) as counts, sum(n)::int as total from (
         select state, count(*) as n from mails where company_id = $1 and mailing_id = $2 group by state) each) t
     where g.company_id = $1 and g.id = $2`,
    [companyId, mailingId],
  )
}

/** To all who had confirmed by then. Most who have bounced since were refused by it. */
const storeMails = async (
  client: Client,
  companyId: number,
  mailingId: number,
  { began, doubtful }: { began: number; doubtful: number },
) => {
  await client.query(
    `insert into mails (company_id, kind, mailing_id, for_id, address, state, attempts, handed_at, done_at, code, reply, class, created_at)
     select $1, 'post_update', $2, id, email, state, (state <> 'skipped')::int, case when state <> 'skipped' then at end, at,
       case when state = 'refused' then case when place % 5 = 0 then '5.7.1' else '5.1.1' end end,
       case state when 'refused' then case when place % 5 = 0 then '550 5.7.1 Refused by policy' else '550 5.1.1 No such mailbox' end
         when 'in_doubt' then 'The connection ended after the text was sent' end,
       case when state = 'refused' then case when place % 5 = 0 then 'policy' else 'hard' end end, $3
     from (
       select id, email, place, $3::timestamptz + place * interval '80 milliseconds' as at,
         case when place <= $4 then 'in_doubt' when status = 'bounced' then 'refused' when place % 700 = 0 then 'skipped' else 'sent' end as state
       from (
         select id, email, status, row_number() over (order by md5(id::text || ($2::bigint)::text)) as place from newsletter_subscribers
         where company_id = $1 and deleted_at is null and confirmed_at < $3 and status in ('subscribed', 'bounced', 'unsubscribed')
           and (status <> 'unsubscribed' or unsubscribed_at > $3)
       ) everybody
     ) decided order by place`,
    [companyId, mailingId, iso(began), doubtful],
  )
  await client.query(
    `insert into newsletter_bounces (company_id, subscriber_id, mail_id, mailing_id, class, code, reply, received_by, digest, at)
     select company_id, for_id, id, mailing_id, class, code, reply, 'smtp', sha256(('demo ' || id)::bytea), done_at from mails
     where company_id = $1 and mailing_id = $2 and state = 'refused'`,
    [companyId, mailingId],
  )
  await client.query(
    `update newsletter_subscribers s set last_mail_at = m.done_at from mails m
     where m.company_id = $1 and m.mailing_id = $2 and m.state = 'sent' and s.company_id = $1 and s.id = m.for_id`,
    [companyId, mailingId],
  )
}

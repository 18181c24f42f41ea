-- A mailing that tells of a post, and what came back.
create table post_mailings (
  company_id   integer not null,
  mailing_id   bigint not null,
  post_id      bigint not null,
  live_version integer not null,
  -- The first mailing of a post, the second …
  edition      integer not null check (edition >= 1),
  -- {kind: everyone | not_yet_sent | sources, sources?, since?}
  audience     jsonb not null,
  -- How many were left out, by why: {unconfirmed, unsubscribed, bounced, complained, blocked, had_it}
  excluded     jsonb not null default '{}',
  primary key (company_id, mailing_id),
  unique (company_id, post_id, edition),
  foreign key (company_id, mailing_id) references mailings (company_id, id) on delete cascade,
  foreign key (company_id, post_id) references blog_posts (company_id, id)
);
select tenant_table('post_mailings', history => false);

-- What mail servers and readers answered to a mail, told from who it surely is about; null where nobody knows.
create table newsletter_bounces (
  company_id    integer not null,
  id            bigint generated always as identity,
  subscriber_id bigint,
  mail_id       bigint,
  mailing_id    bigint,
  class         text not null check (class in ('hard', 'soft', 'policy', 'complaint', 'auto_reply', 'unclear')),
  code          text check (length(code) <= 20),
  reply         text not null default '' check (length(reply) <= 500),
  received_by   text not null check (received_by in ('smtp', 'http')),
  -- Kept for 30 days.
  raw           text check (length(raw) <= 65536),
  -- Of the whole report: one that comes again counts once.
  digest        bytea not null,
  at            timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index newsletter_bounces_once on newsletter_bounces (company_id, digest);
create index newsletter_bounces_of on newsletter_bounces (company_id, subscriber_id, at);
create index newsletter_bounces_mailing on newsletter_bounces (company_id, mailing_id) where mailing_id is not null;
create index newsletter_bounces_raw on newsletter_bounces (company_id, at) where raw is not null;
select tenant_table('newsletter_bounces', history => false);

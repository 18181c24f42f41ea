-- Who gets the newsletter, how they came to it, and what they agreed to.
create table newsletter_subscribers (
  company_id      integer not null,
  id              bigint generated always as identity,
  -- As addresses of leads are written: lower-case, the domain in ASCII.
  email           text not null,
  name            text not null default '' check (length(name) <= 120),
  locale          text check (length(locale) <= 35),
  note            text not null default '' check (length(note) <= 500),
  status          text not null default 'unconfirmed'
                  check (status in ('unconfirmed', 'subscribed', 'unsubscribed', 'bounced', 'complained', 'blocked')),
  status_at       timestamptz not null default now(),
  status_source   text not null check (status_source in ('form', 'staff', 'import', 'one_click', 'page', 'bounce', 'feedback', 'api')),
  status_reason   text not null default '' check (length(status_reason) <= 200),
  -- What a blocked one was before.
  blocked_from    text check (blocked_from in ('unconfirmed', 'subscribed', 'unsubscribed', 'bounced', 'complained')),
  source          text not null check (source in ('website_form', 'manual', 'import', 'api', 'contact_us', 'registration')),
  form_id         integer,
  import_id       bigint,
  utm             jsonb not null default '{}',
  confirmed_at    timestamptz,
  unsubscribed_at timestamptz,
  last_mail_at    timestamptz,
  -- Since the last reset, or since a mail was surely taken.
  hard_bounces    integer not null default 0,
  soft_bounces    integer not null default 0,
  soft_since      timestamptz,
  last_bounce_at  timestamptz,
  search_text     text not null generated always as (fold(email || ' ' || name)) stored,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  version         integer not null default 1,
  deleted_at      timestamptz,
  -- All that a person told of themselves has gone, here and in the history.
  erased_at       timestamptz,
  primary key (company_id, id),
  foreign key (company_id, import_id) references imports (company_id, id),
  check (length(email) between 3 and 254 or email = '' and erased_at is not null),
  check ((status = 'blocked') = (blocked_from is not null))
);
create unique index newsletter_subscribers_email on newsletter_subscribers (company_id, email) where deleted_at is null;
create index newsletter_subscribers_created on newsletter_subscribers (company_id, created_at, id) where deleted_at is null;
create index newsletter_subscribers_status on newsletter_subscribers (company_id, status, created_at, id) where deleted_at is null;
-- For the audience of a mailing: read whole, in its order.
create index newsletter_subscribers_audience on newsletter_subscribers (company_id, id) where status = 'subscribed' and deleted_at is null;
-- Who joined and who left lately, for the figures over the list.
create index newsletter_subscribers_since on newsletter_subscribers (company_id, status_at) where deleted_at is null;
create index newsletter_subscribers_imported on newsletter_subscribers (company_id, import_id, id) where import_id is not null;
-- Those that are emptied some time after they were taken away.
create index newsletter_subscribers_gone on newsletter_subscribers (company_id, deleted_at) where deleted_at is not null and erased_at is null;
create index newsletter_subscribers_search on newsletter_subscribers using gin (search_text gin_trgm_ops) where deleted_at is null;
create trigger versions before update of email, name, locale, note, status, deleted_at on newsletter_subscribers
  for each row execute function count_version();
-- Since when a status is what it is, whoever changed it.
create function newsletter_status_changed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.status_at := now();
  return new;
end $$;
create trigger status_changed before update of status on newsletter_subscribers
  for each row when (new.status is distinct from old.status) execute function newsletter_status_changed();
select tenant_table('newsletter_subscribers', personal => '{email,name,note,status_reason}',
  silent => '{last_mail_at,created_at,form_id,import_id,utm,status_at,hard_bounces,soft_bounces,soft_since,last_bounce_at,erased_at}');

-- Takes what these subscribers told of themselves out of the history. The application may change the history this way for those that it
-- has emptied already, and it takes no values: the rows of the history stay as they were sealed, and know these values by digest alone.
create function forget_subscribers(emptied bigint[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update change_values v set fields = null from changes c
  where c.company_id = current_company() and c.root = 'newsletter_subscribers'
    and c.root_id in (select id from newsletter_subscribers where company_id = current_company() and id = any (emptied) and erased_at is not null)
    and v.company_id = c.company_id and v.digest = c.personal and v.fields is not null;
$$;
revoke all on function forget_subscribers from public;
grant execute on function forget_subscribers to leadroom_app;

-- What a person agreed to or took back, in the words they saw: the answer to "how did you get my address". It outlives the subscriber, whose
-- address is then a keyed digest.
create table newsletter_consents (
  company_id    integer not null,
  id            bigint generated always as identity,
  subscriber_id bigint,
  -- Of the address; what is left of it after erasing.
  email_hash    bytea not null,
  what          text not null check (what in ('asked', 'confirmed', 'unsubscribed', 'imported', 'blocked', 'unblocked', 'erased', 'reset')),
  wording       text not null default '' check (length(wording) <= 1000),
  form_id       integer,
  page_url      text check (length(page_url) <= 500),
  -- Of the address of who asked, its first part: /24 or /48.
  network       text check (length(network) <= 60),
  user_agent    text check (length(user_agent) <= 60),
  -- Where the proof lies: a file and its row, or a colleague.
  proof         text not null default '' check (length(proof) <= 300),
  person_id     integer,
  at            timestamptz not null default now(),
  primary key (company_id, id)
);
create index newsletter_consents_of on newsletter_consents (company_id, subscriber_id, id);
create index newsletter_consents_hash on newsletter_consents (company_id, email_hash, at);
-- The caps of the public form count by these.
create index newsletter_consents_asked on newsletter_consents (company_id, at) where what = 'asked';
select tenant_table('newsletter_consents', history => false);

-- Addresses that nobody may bring back: erased ones, as keyed digests.
create table newsletter_suppressed (
  company_id integer not null,
  email_hash bytea not null,
  at         timestamptz not null default now(),
  primary key (company_id, email_hash)
);
select tenant_table('newsletter_suppressed', history => false);

-- A mail that asks whether somebody wants the newsletter. Its link is good for seven days.
create table newsletter_confirmations (
  company_id    integer not null,
  id            bigint generated always as identity,
  -- Null: it is gone; the caps still count the mail.
  subscriber_id bigint,
  -- A keyed digest of the mailbox, which several spellings of an address share.
  mailbox_hash  bytea not null,
  mail_id       bigint,
  expires_at    timestamptz not null default now() + interval '7 days',
  used_at       timestamptz,
  created_at    timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, subscriber_id) references newsletter_subscribers (company_id, id) on delete set null (subscriber_id)
);
create index newsletter_confirmations_mailbox on newsletter_confirmations (company_id, mailbox_hash, created_at);
create index newsletter_confirmations_of on newsletter_confirmations (company_id, subscriber_id, created_at);
create index newsletter_confirmations_recent on newsletter_confirmations (company_id, created_at);
select tenant_table('newsletter_confirmations', history => false);

-- For exact totals of the list (decisions/085).
create table newsletter_count_deltas (
  company_id integer not null,
  xid        xid8 not null default pg_current_xact_id(),
  id         bigint generated always as identity,
  n          integer not null,
  status     text not null,
  source     text not null,
  primary key (company_id, xid, id)
);
select tenant_table('newsletter_count_deltas', history => false, grants => 'select, insert, delete');
select counts_into('newsletter_subscribers', 'newsletter_count_deltas', due => 'newsletter-list-counts');

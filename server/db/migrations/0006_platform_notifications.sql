-- Notifications, each written in the transaction of the act that it is about. One act is one row for each person notified,
-- however many leads it was about. Rows contain no words: names are looked up when a row is read, by a person who may still
-- see them.

-- Emails of notifications. A row is stored before its email is sent, and its notifications belong to it from then on: an
-- email that may have gone out is never sent again. One without a time of sending and without a failure is in doubt.
create table notification_digests (
  company_id integer not null,
  id         bigint generated always as identity,
  person_id  integer not null,
  message_id text not null,
  created_at timestamptz not null default now(),
  sent_at    timestamptz,
  -- The mail server's words when it refused for good.
  failure    text,
  -- Postponed for this receiver alone: nobody else waits for it.
  retry_at   timestamptz,
  primary key (company_id, id),
  foreign key (company_id, person_id) references identity.memberships (company_id, id)
);
create index on notification_digests (company_id, person_id, id desc);
create index on notification_digests (company_id, person_id, retry_at) where retry_at is not null;
select tenant_table('notification_digests', history => false);

create table notifications (
  company_id  integer not null,
  id          bigint generated always as identity,
  person_id   integer not null,
  kind        text not null check (kind in ('assigned', 'mentioned', 'verdict', 'job', 'queue', 'acceptance', 'question')),
  -- Of one kind, what one line is about: the leads of a list, one lead, one job.
  thing       text not null,
  -- The leads, or the job, that it is about.
  subject_ids bigint[] not null default '{}',
  -- The comment, the verdict: what the sentence needs beside names.
  detail      jsonb not null default '{}',
  -- Null: a rule or the system.
  actor_id    integer,
  change_set  uuid not null,
  -- False for what the person wants by email alone.
  in_app      boolean not null default true,
  created_at  timestamptz not null default now(),
  read_at     timestamptz,
  digest_id   bigint,
  -- The transaction that wrote it: whether a list that somebody read had it.
  tx          xid8 default pg_current_xact_id(),
  primary key (company_id, id),
  foreign key (company_id, person_id) references identity.memberships (company_id, id),
  foreign key (company_id, digest_id) references notification_digests (company_id, id) on delete set null (digest_id)
);
create index notifications_of_person on notifications (company_id, person_id, id desc) where in_app;
create index notifications_unread on notifications (company_id, person_id, id desc) where in_app and read_at is null;
create index notifications_age on notifications (company_id, created_at);
create index notifications_of_set on notifications (company_id, change_set);
create index notifications_of_digest on notifications (company_id, digest_id) where digest_id is not null;
select tenant_table('notifications', history => false);

-- What a person has chosen to be notified of, and where; without a row, or with nulls, the company's defaults.
create table notification_preferences (
  company_id   integer not null,
  person_id    integer not null,
  kind         text not null check (kind in ('assigned', 'mentioned', 'verdict', 'job', 'queue', 'acceptance', 'question')),
  in_app       boolean,
  digest       text check (digest in ('none', 'hourly', 'daily')),
  -- Nothing older goes into an email.
  digest_since timestamptz not null default now(),
  -- Since when the person has followed the company's defaults again.
  followed_at  timestamptz,
  primary key (company_id, person_id, kind),
  foreign key (company_id, person_id) references identity.memberships (company_id, id),
  check ((in_app is null) = (digest is null))
);
select tenant_table('notification_preferences', history => false);

-- The company's defaults for each kind; without a row: in the app, not by email.
create table notification_usuals (
  company_id   integer not null,
  id           bigint generated always as identity,
  kind         text not null check (kind in ('assigned', 'mentioned', 'verdict', 'job', 'queue', 'acceptance', 'question')),
  in_app       boolean not null default true,
  digest       text not null default 'none' check (digest in ('none', 'hourly', 'daily')),
  -- Nothing older goes into an email.
  digest_since timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  version      integer not null default 1,
  primary key (company_id, id),
  unique (company_id, kind)
);
create trigger versions before update on notification_usuals for each row execute function count_version();
select tenant_table('notification_usuals', silent => '{digest_since}');

-- However the default changes, by an undo too.
create function mail_from_now() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.digest_since := now();
  return new;
end $$;
create trigger mails_from_the_first before insert on notification_usuals for each row
  when (new.digest <> 'none') execute function mail_from_now();
create trigger mails_from_now before update on notification_usuals for each row
  when (old.digest = 'none' and new.digest <> 'none') execute function mail_from_now();

-- A notification that waits for the morning may now be due within the hour.
create function look_for_mail() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform mark_due('digest');
  return null;
end $$;
create trigger looks_for_mail after update on notification_usuals for each row
  when (old.digest <> new.digest and 'none' not in (old.digest, new.digest)) execute function look_for_mail();

-- When a notification goes into an email: with the next full hour, or at the next eight in the morning, where the person is.
create function digest_slot(written timestamptz, digest text, zone text) returns timestamptz
  language sql stable parallel safe
  return case digest
    when 'hourly' then (date_trunc('hour', written at time zone zone) + interval '1 hour') at time zone zone
    when 'daily' then (date_trunc('day', (written at time zone zone) + interval '16 hours') + interval '8 hours') at time zone zone
  end;

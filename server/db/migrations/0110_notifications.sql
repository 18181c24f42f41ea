-- What people are told of, each row written in the transaction of the act that it tells of. One act is one row for each
-- person who hears of it, however many leads it was about. Rows hold no words: names are looked up when they are read, by
-- whoever may still see them.

create table notifications (
  company_id  integer not null,
  id          bigint generated always as identity,
  person_id   integer not null,
  kind        text not null check (kind in ('assigned', 'mentioned', 'verdict', 'job')),
  -- Of one kind, what is told in one line: the leads of a list, one lead, one job.
  thing       text not null,
  -- The leads, or the job, that it is about.
  subject_ids bigint[] not null default '{}',
  -- The comment, the verdict: what the sentence needs beside names.
  detail      jsonb not null default '{}',
  -- Null: a rule or the system.
  actor_id    integer,
  change_set  uuid not null,
  -- False for what the person wants in the mail alone.
  in_app      boolean not null default true,
  created_at  timestamptz not null default now(),
  read_at     timestamptz,
  primary key (company_id, id),
  foreign key (company_id, person_id) references identity.memberships (company_id, id)
);
create index notifications_of_person on notifications (company_id, person_id, id desc) where in_app;
create index notifications_unread on notifications (company_id, person_id, id desc) where in_app and read_at is null;
create index notifications_age on notifications (company_id, created_at);
create index notifications_of_set on notifications (company_id, change_set);
select tenant_table('notifications', history => false);

-- What a person wants to hear of, and where; without a row: in the app, not by e-mail.
create table notification_preferences (
  company_id   integer not null,
  person_id    integer not null,
  kind         text not null check (kind in ('assigned', 'mentioned', 'verdict', 'job')),
  in_app       boolean not null default true,
  digest       text not null default 'none' check (digest in ('none', 'hourly', 'daily')),
  -- Nothing from before goes into a mail.
  digest_since timestamptz not null default now(),
  primary key (company_id, person_id, kind),
  foreign key (company_id, person_id) references identity.memberships (company_id, id)
);
select tenant_table('notification_preferences', history => false);

-- Notes that the current company has work of this kind at that moment, unless it is noted already.
create function mark_due_once(kind text, at timestamptz) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into identity.due (company_id, kind, at) select public.current_company(), mark_due_once.kind, mark_due_once.at
  where public.current_company() is not null and not exists (
    select from identity.due d where d.company_id = public.current_company() and d.kind = mark_due_once.kind and d.at = mark_due_once.at);
end;
revoke all on function mark_due_once from public;
grant execute on function mark_due_once to leadroom_app;
create index due_of_company on identity.due (company_id, kind, at);

-- When what was written then goes into a mail: with the next full hour, or at the next eight in the morning, where the person is.
create function digest_slot(written timestamptz, digest text, zone text) returns timestamptz
  language sql stable parallel safe
  return case digest
    when 'hourly' then (date_trunc('hour', written at time zone zone) + interval '1 hour') at time zone zone
    when 'daily' then (date_trunc('day', (written at time zone zone) + interval '16 hours') + interval '8 hours') at time zone zone
  end;

-- What people of a company hear of until they choose for themselves, for each kind; without a row: in the app, not by e-mail.
create table notification_usuals (
  company_id   integer not null,
  id           bigint generated always as identity,
  kind         text not null check (kind in ('assigned', 'mentioned', 'verdict', 'job', 'queue', 'acceptance', 'question')),
  in_app       boolean not null default true,
  digest       text not null default 'none' check (digest in ('none', 'hourly', 'daily')),
  -- Nothing from before goes into a mail.
  digest_since timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  version      integer not null default 1,
  primary key (company_id, id),
  unique (company_id, kind)
);
create trigger versions before update on notification_usuals for each row execute function count_version();
select tenant_table('notification_usuals', silent => '{digest_since}');

-- However the choice changes, by an undo too.
create function mail_from_now() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.digest_since := now();
  return new;
end $$;
create trigger mails_from_now before update on notification_usuals for each row
  when (old.digest = 'none' and new.digest <> 'none') execute function mail_from_now();

-- What waits for the morning may be due within the hour now.
create function look_for_mail() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform mark_due('digest');
  return null;
end $$;
create trigger looks_for_mail after update on notification_usuals for each row
  when (old.digest <> new.digest and 'none' not in (old.digest, new.digest)) execute function look_for_mail();

-- How a company mails its subscribers. Without a row, as the installation says.
create table mail_settings (
  company_id   integer not null,
  id           bigint generated always as identity,
  from_name    text not null default '' check (length(from_name) <= 120),
  reply_to     text not null default '' check (length(reply_to) <= 254),
  hold_minutes integer not null default 5 check (hold_minutes between 5 and 60),
  -- Null: as many as the installation allows.
  per_minute   integer check (per_minute between 1 and 6000),
  -- A line above the postal address.
  footer       text not null default '' check (length(footer) <= 300),
  updated_at   timestamptz not null default now(),
  version      integer not null default 1,
  primary key (company_id, id),
  unique (company_id)
);
create trigger versions before update of from_name, reply_to, hold_minutes, per_minute, footer on mail_settings
  for each row execute function count_version();
select tenant_table('mail_settings');

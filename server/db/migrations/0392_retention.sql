-- For how long a company keeps what nobody needs any more. Without a row it is as usual.
create table retention_settings (
  company_id     integer not null,
  id             bigint generated always as identity,
  -- Invalid leads that nobody has touched for so many months are deleted; null: none is.
  invalid_months integer check (invalid_months between 1 and 120),
  updated_at     timestamptz not null default now(),
  version        integer not null default 1,
  primary key (company_id, id),
  unique (company_id)
);
create trigger versions before update on retention_settings for each row execute function count_version();
select tenant_table('retention_settings');

-- The oldest verdicts first: who looks for what is to go reads no others.
create index leads_long_invalid on leads (company_id, status_at) where status = 'invalid' and deleted_at is null;

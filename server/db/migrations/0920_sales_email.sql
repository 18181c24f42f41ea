-- The email that sales starts with; docs/decisions/126-sales-email.md. Without a row the usual text counts.
create table sales_email_settings (
  company_id integer not null,
  id         bigint generated always as identity,
  -- With {placeholders} for what the lead says.
  subject    text not null check (length(subject) between 1 and 200),
  body       text not null check (length(body) <= 1200),
  updated_at timestamptz not null default now(),
  version    integer not null default 1,
  primary key (company_id, id),
  unique (company_id)
);
create trigger versions before update on sales_email_settings for each row execute function count_version();
select tenant_table('sales_email_settings');

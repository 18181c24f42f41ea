-- What a company says about the reasons for which leads are invalid: its own ones, and other names for those that
-- everybody has. Switched off, a reason is offered no more; leads that have it keep it, and so does its name: a reason
-- whose adding was undone is marked, never taken away.
create table invalid_reasons (
  company_id integer not null,
  id         bigint generated always as identity,
  -- What leads and verdicts carry; never changed.
  code       text not null,
  -- Null: the usual one.
  label      text,
  hidden     boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version    integer not null default 1,
  deleted_at timestamptz,
  primary key (company_id, id),
  unique (company_id, code)
);
create unique index invalid_reasons_label on invalid_reasons (company_id, fold(label))
  where label is not null and deleted_at is null;
create trigger versions before update on invalid_reasons for each row execute function count_version();
select tenant_table('invalid_reasons', silent => '{created_at}');

-- How enquiries come in: public forms, their keys, and the checks for machines.

create table intake_forms (
  company_id      integer not null,
  id              bigint generated always as identity,
  name            text not null,
  status          text not null default 'active' check (status in ('active', 'paused')),
  -- Origins whose pages may send the form; empty allows only our own page and callers without an origin.
  allowed_origins text[] not null default '{}',
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  version         integer not null default 1,
  -- The source of its enquiries; null: the default one.
  source          text,
  primary key (company_id, id)
);
create trigger versions before update on intake_forms for each row execute function count_version();
select tenant_table('intake_forms');

-- Public forms are found by the digest of their key.
create table identity.form_keys (
  hash       bytea primary key,
  company_id integer not null references identity.companies,
  form_id    bigint not null
);
grant select, insert, update, delete on identity.form_keys to leadroom_identity;

-- Replaces the key of a form of the current company.
create function put_form_key(form bigint, hash bytea) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  delete from identity.form_keys where company_id = public.current_company() and form_id = form;
  insert into identity.form_keys (hash, company_id, form_id) select hash, public.current_company(), form;
end;
revoke all on function put_form_key from public;
grant execute on function put_form_key to leadroom_app;

-- When a form got its current key, and from whom; the key itself is stored nowhere.
create table intake_keys (
  company_id integer not null,
  id         bigint generated always as identity,
  form_id    bigint not null,
  made_by    integer not null,
  made_at    timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, form_id) references intake_forms (company_id, id),
  foreign key (company_id, made_by) references identity.memberships (company_id, id)
);
create index intake_keys_newest on intake_keys (company_id, form_id, id desc);
select tenant_table('intake_keys', root => 'intake_forms', root_column => 'form_id', silent => '{form_id,made_by,made_at}');

-- What a company looks for in its enquiries: repeats and machines. Without a row, the defaults.
create table enquiry_checks (
  company_id     integer not null,
  id             bigint generated always as identity,
  -- Within how many days the same person of the same company repeats an enquiry.
  person_days    integer not null default 90 check (person_days between 7 and 365),
  -- A form filled in faster was filled in by a machine; 0: none is.
  fill_seconds   double precision not null default 1.5 check (fill_seconds between 0 and 30),
  -- What becomes of an enquiry that shows signs of a machine: rejected at once, or shown to QA.
  machine_effect text not null default 'auto_invalid' check (machine_effect in ('auto_invalid', 'to_qa')),
  updated_at     timestamptz not null default now(),
  version        integer not null default 1,
  primary key (company_id, id),
  unique (company_id)
);
create trigger versions before update on enquiry_checks for each row execute function count_version();
select tenant_table('enquiry_checks');

-- A company's own words: its reasons, questions, status names and sources.

-- The reasons for which leads are invalid: custom ones, and other names for the default ones. A hidden reason is not offered any
-- more; leads that have it keep it, and so does its name: a reason whose adding was undone is marked, never deleted.
create table invalid_reasons (
  company_id integer not null,
  id         bigint generated always as identity,
  -- What leads and verdicts refer to; never changed.
  code       text not null,
  -- Null: the default one.
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

-- The questions that a company answers about its leads, where they are not the default ones. Each state of them is a version:
-- verdicts refer to the one that they answered, and the same questions again are the same version.
create table checklists (
  company_id integer not null,
  id         bigint generated always as identity,
  -- [{item, question, blocking}], in order.
  items      jsonb not null default '[]',
  -- The version's number; the default questions are 1.
  edition    integer not null,
  updated_at timestamptz not null default now(),
  version    integer not null default 1,
  primary key (company_id, id),
  unique (company_id)
);
create trigger versions before update on checklists for each row execute function count_version();
select tenant_table('checklists', silent => '{edition}');

create table checklist_versions (
  company_id integer not null,
  number     integer not null,
  items      jsonb not null default '[]',
  created_at timestamptz not null default now(),
  primary key (company_id, number)
);
select tenant_table('checklist_versions', history => false, grants => 'select, insert');

-- However the questions change, by an undo too.
create function number_checklist() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  select min(number) into new.edition from checklist_versions where company_id = new.company_id and items = new.items;
  if new.edition is null then
    select coalesce(max(number), 1) + 1 into new.edition from checklist_versions where company_id = new.company_id;
    insert into checklist_versions (company_id, number, items) values (new.company_id, new.edition, new.items);
  end if;
  return new;
end $$;
create trigger numbered before insert or update of items on checklists for each row execute function number_checklist();

-- A company's name and colour for a status; a code without a row has the default ones.
create table status_words (
  company_id integer not null,
  id         bigint generated always as identity,
  -- A lead's status, or its enquiry status: no code is both.
  code       text not null check (code in ('new', 'assigned', 'in-progress', 'on_hold', 'valid', 'invalid',
                                           'open', 'contacted', 'quoted', 'won', 'lost', 'nurture')),
  -- Null: the default one.
  label      text,
  colour     text check (colour in ('magenta', 'red', 'volcano', 'orange', 'gold', 'lime', 'green', 'cyan', 'blue', 'geekblue',
                                    'purple')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version    integer not null default 1,
  primary key (company_id, id),
  unique (company_id, code)
);
create trigger versions before update on status_words for each row execute function count_version();
select tenant_table('status_words', silent => '{created_at}');

-- A company's sources, like its reasons: custom ones, and other names for the default ones.
create table lead_sources (
  company_id integer not null,
  id         bigint generated always as identity,
  code       text not null,
  label      text,
  hidden     boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version    integer not null default 1,
  deleted_at timestamptz,
  primary key (company_id, id),
  unique (company_id, code)
);
create unique index lead_sources_label on lead_sources (company_id, fold(label))
  where label is not null and deleted_at is null;
create trigger versions before update on lead_sources for each row execute function count_version();
select tenant_table('lead_sources', silent => '{created_at}');

-- The questions that a company asks of its leads, where they are not the usual ones. Each state of them is a version:
-- verdicts keep the one that they answered, and what is the same again is the same version.
create table checklists (
  company_id integer not null,
  id         bigint generated always as identity,
  -- [{item, question, blocking}], in the order in which they are asked.
  items      jsonb not null default '[]',
  -- The version's number; the usual questions are 1.
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

-- Whoever changes the questions, an undo included.
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

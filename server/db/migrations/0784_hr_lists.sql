-- Departments and designations are kept here where no HR service is configured; docs/decisions/105-hr-lists.md.
-- What people have is retired in place of deleted: it stays with them, and is no choice any more. Names are compared in the code, folded,
-- under the lock of the company: what is there already may have one twice.

alter table identity.departments add column position integer not null default 0, add column retired boolean not null default false,
  add column version integer not null default 1, add column updated_at timestamptz not null default now();
alter table identity.designations add column position integer not null default 0, add column retired boolean not null default false,
  add column version integer not null default 1, add column updated_at timestamptz not null default now();

create trigger versions before update on identity.departments for each row execute function count_version();
create trigger versions before update on identity.designations for each row execute function count_version();

-- What the installation itself writes, for no company in particular, is no act of anybody.
create trigger history_insert after insert on identity.departments referencing new table as after_rows
  for each statement when (coalesce(current_setting('leadroom.company', true), '') <> '') execute function record_changes('departments', 'departments', 'id', '', 'company_id,id,version,updated_at');
create trigger history_update after update on identity.departments referencing old table as before_rows new table as after_rows
  for each statement when (coalesce(current_setting('leadroom.company', true), '') <> '') execute function record_changes('departments', 'departments', 'id', '', 'company_id,id,version,updated_at');
create trigger history_delete after delete on identity.departments referencing old table as before_rows
  for each statement when (coalesce(current_setting('leadroom.company', true), '') <> '') execute function record_changes('departments', 'departments', 'id', '', 'company_id,id,version,updated_at');
create trigger history_insert after insert on identity.designations referencing new table as after_rows
  for each statement when (coalesce(current_setting('leadroom.company', true), '') <> '') execute function record_changes('designations', 'designations', 'id', '', 'company_id,id,version,updated_at');
create trigger history_update after update on identity.designations referencing old table as before_rows new table as after_rows
  for each statement when (coalesce(current_setting('leadroom.company', true), '') <> '') execute function record_changes('designations', 'designations', 'id', '', 'company_id,id,version,updated_at');
create trigger history_delete after delete on identity.designations referencing old table as before_rows
  for each statement when (coalesce(current_setting('leadroom.company', true), '') <> '') execute function record_changes('designations', 'designations', 'id', '', 'company_id,id,version,updated_at');

create or replace view departments with (security_barrier) as
  select company_id, id, name from identity.departments where company_id = (select current_company()) and not retired;

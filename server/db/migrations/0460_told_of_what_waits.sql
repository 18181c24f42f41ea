-- Of which waiting leads people were told: of those that were stored when they were told last. No time says that, since a transaction may
-- begin before and be stored after. A lead from before has no transaction: people were told of it, if of any.
alter table assignment_queue add column tx xid8;
alter table assignment_queue alter column tx set default pg_current_xact_id();
alter table assignment_lists add column told pg_snapshot;
do $$
declare
  owner integer;
begin
  for owner in select id from identity.companies loop
    perform set_config('leadroom.company', owner::text, true);
    update assignment_lists set told = pg_current_snapshot() where company_id = owner and alerted_at is not null;
    update assignment_queue q set tx = pg_snapshot_xmax(a.told) from assignment_lists a
    where q.company_id = owner and a.company_id = owner and a.list = q.list and q.waiting_since > a.alerted_at;
  end loop;
  perform set_config('leadroom.company', '', true);
end $$;
alter table assignment_lists drop column alerted_at;

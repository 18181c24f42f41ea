-- Whoever gains a right or comes back may be able to take leads that wait for somebody: then they are looked at.
create function identity.wake_assignment() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into identity.due (company_id, kind) values (new.company_id, 'assign');
  return null;
end $$;
create trigger wakes_assignment after update of permissions, status on identity.memberships for each row
  when (new.status = 'active' and (old.status <> 'active' or not old.permissions @> new.permissions))
  execute function identity.wake_assignment();

-- Whose days begin at another moment may be back, or under their cap, and what they have on hold may wake: then it is looked at.
create function identity.wake_days() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into identity.due (company_id, kind)
  select m.company_id, kind from identity.memberships m cross join (values ('assign'), ('wake')) as work (kind) where m.id = new.id;
  return null;
end $$;
create trigger wakes_days after update of time_zone on identity.people for each row
  when (old.time_zone is distinct from new.time_zone) execute function identity.wake_days();

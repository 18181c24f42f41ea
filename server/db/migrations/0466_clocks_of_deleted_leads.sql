-- The clock of a deleted lead stands still since it was deleted, as it does from now on.
do $$
declare
  owner integer;
begin
  for owner in select id from identity.companies loop
    perform set_config('leadroom.company', owner::text, true);
    update lead_clocks k set paused_at = l.deleted_at, due_at = null from leads l
    where k.company_id = owner and k.answered_at is null and k.paused_at is null
      and l.company_id = owner and l.id = k.lead_id and l.deleted_at is not null;
  end loop;
  perform set_config('leadroom.company', '', true);
end $$;

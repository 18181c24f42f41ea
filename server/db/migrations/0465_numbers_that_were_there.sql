-- The numbers that are there already and could not be read. Forced row-level security binds the owner too: one company after the other.
do $$
declare
  owner integer;
begin
  for owner in select id from identity.companies loop
    perform set_config('leadroom.company', owner::text, true);
    with added as (
      insert into duplicate_keys (company_id, lead_id, kind, key, at)
      select l.company_id, l.id, k.kind, k.key, l.created_at
      from leads l, duplicate_keys_of(null, null, l.phone_sent, null, null) k
      where l.company_id = owner and l.deleted_at is null and l.phone is null and l.phone_sent is not null
      on conflict do nothing returning lead_id
    )
    insert into duplicate_checks (company_id, lead_id, apart) select owner, lead_id, false from added order by lead_id;
    if found then
      perform mark_due('duplicates');
    end if;
  end loop;
  perform set_config('leadroom.company', '', true);
end $$;

-- Files of imports that stopped and were reverted afterwards were kept; now reverting takes them away. Forced row-level
-- security binds the owner too: one company after the other.
do $$
declare
  owner integer;
begin
  for owner in select id from identity.companies loop
    perform set_config('leadroom.company', owner::text, true);
    delete from lead_import_parts p using lead_imports i
    where p.company_id = owner and i.company_id = owner and i.id = p.import_id and i.state = 'reverted';
  end loop;
  perform set_config('leadroom.company', '', true);
end $$;

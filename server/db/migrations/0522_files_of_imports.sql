-- An uploaded import becomes a file like any other. The table of parts stores only what was found in each part.

select owns_files('lead_imports');

-- Forced row-level security binds the owner too: one company after the other. The digest of an old part is that of its deflated bytes.
do $$
declare
  owner integer;
begin
  for owner in select id from identity.companies loop
    perform set_config('leadroom.company', owner::text, true);
    insert into files (company_id, entity, entity_id, type)
    select company_id, 'lead_imports', id, 'application/octet-stream' from lead_imports i
    where company_id = owner and (state = 'uploading' or exists (
      select from lead_import_parts p where p.company_id = owner and p.import_id = i.id));
    insert into file_chunks (company_id, file_id, part, piece, bytes, sha256, deflated, content)
    select f.company_id, f.id, p.no, 0, p.bytes, sha256(p.content), true, p.content
    from lead_import_parts p join files f on f.company_id = owner and f.entity = 'lead_imports' and f.entity_id = p.import_id
    where p.company_id = owner;
    update files f set (bytes, sha256) = (
      select coalesce(sum(c.bytes), 0), sha256(coalesce(string_agg(c.sha256, ''::bytea order by c.part, c.piece), ''))
      from file_chunks c where c.company_id = owner and c.file_id = f.id)
    from lead_imports i
    where f.company_id = owner and f.entity = 'lead_imports' and i.company_id = owner and i.id = f.entity_id and i.state <> 'uploading';
  end loop;
  perform set_config('leadroom.company', '', true);
end $$;

alter table lead_import_parts drop column content;

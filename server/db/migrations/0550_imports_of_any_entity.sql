-- Imports serve any table, so they are no longer named after leads. `entity` is the table to which an import adds its rows. The history
-- is sealed, so it still says lead_imports of what happened before.

alter table lead_imports rename to imports;
alter table lead_import_parts rename to import_parts;
alter table lead_import_rows rename to import_rows;
alter table lead_import_keys rename to import_keys;
alter table lead_import_mappings rename to import_mappings;

do $$
declare
  old record;
begin
  for old in select conrelid::regclass as target, conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and conname like 'lead\_import%' loop
    execute format('alter table %s rename constraint %I to %I', old.target, old.name, replace(old.name, 'lead_import', 'import'));
  end loop;
  for old in select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('i', 'S') and relname like 'lead\_import%' loop
    execute format('alter %s %I rename to %I', case when old.name like '%\_seq' then 'sequence' else 'index' end,
      old.name, replace(old.name, 'lead_import', 'import'));
  end loop;
end $$;

alter table imports add entity text not null default 'leads';
alter table imports alter entity drop default;
-- What people choose for all rows of an import, such as the source of its leads.
alter table imports alter source drop default;
alter table imports alter source type jsonb using jsonb_build_object('source', source);
alter table imports rename source to options;
alter table imports alter options set default '{}';
-- What else may become of known rows is said by the area that imports them.
alter table imports drop constraint imports_duplicates_check;
alter table imports add check (duplicates ~ '^[a-z_]{1,40}$');

-- Also outcomes that only rows of one table have.
alter table import_rows drop constraint import_rows_outcome_check;
alter table import_rows drop constraint import_rows_decision_check;
alter table import_rows add check (decision ~ '^[a-z_]{1,40}$');
-- Of a row that is known: what it repeats in the import's table, or the row before it.
alter table import_rows drop constraint import_rows_company_id_known_lead_fkey;
alter table import_rows rename known_lead to known_id;

alter table import_mappings add entity text not null default 'leads';
alter table import_mappings alter entity drop default;
alter table import_mappings drop constraint import_mappings_pkey;
alter table import_mappings add primary key (company_id, entity, header);

-- In the history the table has its new name from now on.
drop trigger history_insert on imports;
drop trigger history_update on imports;
drop trigger history_delete on imports;
drop function history.lead_imports_insert(), history.lead_imports_update(), history.lead_imports_delete();
drop policy tenant on imports;
select tenant_table('imports', silent => '{columns,remembered,job_id,row_at,counts,removed,kept}');

-- Files are found by the name of their owner's table.
alter table files alter entity type text using case entity when 'lead_imports' then 'imports' else entity end;

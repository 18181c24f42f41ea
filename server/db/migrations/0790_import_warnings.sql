-- Cells that an import leaves out of rows that it adds, by their columns: how many, and some of them.
alter table imports add column warnings jsonb not null default '[]';

-- A count of each chunk is no news.
drop trigger history_insert on imports;
drop trigger history_update on imports;
drop trigger history_delete on imports;
drop function history.imports_insert(), history.imports_update(), history.imports_delete();
drop policy tenant on imports;
select tenant_table('imports', silent => '{columns,remembered,job_id,row_at,counts,warnings,removed,kept}');

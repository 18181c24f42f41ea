-- The file of an export lies in the database, where every node reads it, and goes with its job. What lay in the folder of one node
-- is gone within a day anyway: whoever wants it makes a new export.

select owns_files('jobs');
drop table export_parts;

-- Nobody can fetch what a job wrote that did not come to its end.
create function forget_files_of_ended_job() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from files where company_id = new.company_id and entity = 'jobs' and entity_id = new.id;
  return null;
end $$;
create trigger forget_files_when_ended after update of state on jobs for each row
  when (new.state in ('cancelled', 'failed') and old.state is distinct from new.state) execute function forget_files_of_ended_job();

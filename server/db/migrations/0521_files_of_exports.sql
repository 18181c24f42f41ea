-- Export files move into the database, where every node reads them. Files in the old folder expired within a day, so they are not moved.

select owns_files('jobs');
drop table export_parts;

-- A job that fails or is cancelled leaves no file.
create function forget_files_of_ended_job() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from files where company_id = new.company_id and entity = 'jobs' and entity_id = new.id;
  return null;
end $$;
create trigger forget_files_when_ended after update of state on jobs for each row
  when (new.state in ('cancelled', 'failed') and old.state is distinct from new.state) execute function forget_files_of_ended_job();

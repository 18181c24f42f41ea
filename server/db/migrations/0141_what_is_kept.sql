-- What has been over for a month goes: jobs with their results, and what people had told of themselves in deleted leads.

-- A job that has ended is found by its end; who still points to it is looked up when it goes.
create index jobs_ended on jobs (company_id, finished_at) where finished_at is not null;
create index jobs_retried on jobs (company_id, retry_of) where retry_of is not null;
create index lead_imports_job on lead_imports (company_id, job_id) where job_id is not null;

-- A deleted lead that can come back no more is emptied: its row stays, for what refers to it.
alter table leads add column erased_at timestamptz;
create index leads_deleted on leads (company_id, deleted_at) where deleted_at is not null and erased_at is null;

-- Empties the current company's next such leads, here and in the history; answers how many. Only this way may the application
-- change the history, and it takes no values: a lead that can be restored, or come back by being unmerged, is not touched.
create function erase_deleted_leads(most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ids bigint[];
begin
  select array_agg(gone.id) into ids from (
    select l.id from leads l
    where l.company_id = current_company() and l.deleted_at < now() - interval '31 days' and l.erased_at is null
      and not exists (
        select from lead_merges m join leads w on w.company_id = m.company_id and w.id = m.winner_id
        where m.company_id = l.company_id and m.loser_id = l.id and m.unmerged_at is null and w.erased_at is null)
    order by l.deleted_at limit most for update of l skip locked
  ) gone;
  if ids is null then return 0; end if;

  update leads set name = '', email = null, phone = null, phone_sent = null, address = null, message = null, website = null,
    utm = null, reason_note = null, erased_at = now()
  where company_id = current_company() and id = any (ids);
  update lead_comments set body = '' where company_id = current_company() and lead_id = any (ids);
  update lead_verdicts set address = null, email = null, phone = null, website = null, comments = null, reason_note = null, evidence = null
  where company_id = current_company() and lead_id = any (ids);
  -- The rows of the history stay as they were sealed: they know these values by digest alone.
  update change_values v set fields = null from changes c
  where c.company_id = current_company() and c.root = 'leads' and c.root_id = any (ids)
    and v.company_id = c.company_id and v.digest = c.personal and v.fields is not null;
  return cardinality(ids);
end $$;
revoke all on function erase_deleted_leads from public;
grant execute on function erase_deleted_leads to leadroom_app;

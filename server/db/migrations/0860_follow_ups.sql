-- How sales last reached the person, their note, the follow-up day, and when the enquiry's status last changed; docs/decisions/120-follow-ups.md.
alter table leads
  add column follow_up_on date,
  add column reached_by text check (reached_by in ('call', 'email', 'meeting', 'other')),
  -- Null while it is open, and for older changes.
  add column enquiry_at timestamptz,
  add column sales_note text check (length(sales_note) between 1 and 500),
  add constraint a_follow_up_while_sold check (follow_up_on is null or enquiry_status in ('contacted', 'quoted'));

-- The note may have to be erased.
drop trigger history_insert on leads;
drop trigger history_update on leads;
drop trigger history_delete on leads;
drop function history.leads_insert(), history.leads_update(), history.leads_delete();
drop policy tenant on leads;
select tenant_table('leads',
  personal => '{name,email,phone,phone_sent,further,address,message,website,utm,job_title,tags,reason_note,sales_note}',
  silent => '{email_domain}');

create or replace function erase_deleted_leads(most integer) returns integer
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

  update leads set name = '', email = null, phone = null, phone_sent = null, further = null, address = null, message = null, website = null,
    utm = null, job_title = null, tags = null, reason_note = null, sales_note = null, erased_at = now()
  where company_id = current_company() and id = any (ids);
  update lead_comments set body = '' where company_id = current_company() and lead_id = any (ids);
  update lead_verdicts set address = null, email = null, phone = null, website = null, comments = null, reason_note = null, evidence = null
  where company_id = current_company() and lead_id = any (ids);
  -- The rows of the history stay as they were sealed: they know these values by digest alone.
  update change_values v set fields = null from changes c
  where c.company_id = current_company() and c.root = 'leads' and c.root_id = any (ids)
    and v.company_id = c.company_id and v.digest = c.personal and v.fields is not null;
  -- What another lead had of them until a merge was undone.
  update change_values v set fields = null
  from lead_merges m
    join changes taken on taken.company_id = m.company_id and taken.root = 'leads' and taken.root_id = m.winner_id
      and taken.entity = 'lead_merges' and taken.entity_id = m.id
    join changes c on c.company_id = m.company_id and c.root = 'leads' and c.root_id = m.winner_id and c.change_set = taken.change_set
      and c.entity = 'leads'
  where m.company_id = current_company() and m.loser_id = any (ids) and m.unmerged_at is not null
    and v.company_id = c.company_id and v.digest = c.personal and v.fields is not null;
  -- A reason goes with the last of the leads that it was typed for.
  update change_values v set fields = null
  from (
    select distinct c.change_set, c.reason from changes c
    where c.company_id = current_company() and c.root = 'leads' and c.root_id = any (ids) and reason_digest(c.reason) is not null
  ) said
  where v.company_id = current_company() and v.digest = reason_digest(said.reason) and v.fields is not null
    and not exists (
      select from changes c join leads l on l.company_id = c.company_id and l.id = c.root_id
      where c.company_id = current_company() and c.change_set = said.change_set and c.root = 'leads' and c.reason = said.reason
        and l.erased_at is null);
  return cardinality(ids);
end $$;

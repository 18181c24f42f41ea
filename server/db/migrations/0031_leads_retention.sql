-- For how long a company stores leads that it does not need any more.

-- Without a row, the defaults.
create table retention_settings (
  company_id     integer not null,
  id             bigint generated always as identity,
  -- Invalid leads that nobody has touched for so many months are deleted; null: none is.
  invalid_months integer check (invalid_months between 1 and 120),
  updated_at     timestamptz not null default now(),
  version        integer not null default 1,
  primary key (company_id, id),
  unique (company_id)
);
create trigger versions before update on retention_settings for each row execute function count_version();
select tenant_table('retention_settings');

-- Empties the current company's next leads that were deleted a month ago, here and in the history; returns how many. Only this
-- way may the application change the history, and it takes no values: a lead that can be restored or unmerged is not touched.
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
revoke all on function erase_deleted_leads from public;
grant execute on function erase_deleted_leads to leadroom_app;

-- Reasons that people type may name a person: the history knows them by digest, so that they can be erased while it stays as it was sealed.

-- Keeps a reason for the current company, and answers what stands for it in the history.
create function keep_reason(said text) returns text
  language sql set search_path = public, pg_temp
  begin atomic
    with told as materialized (select uuid_send(gen_random_uuid()) as salt, jsonb_build_object('reason', said) as fields),
    kept as (
      insert into change_values (company_id, digest, salt, fields)
      select current_company(), sha256(salt || convert_to(fields::text, 'UTF8')), salt, fields from told
      returning digest
    )
    select 'said:' || encode(digest, 'hex') from kept;
  end;

-- Which kept reason stands behind a reason of the history; null for the product's own, and for those typed before they were kept apart.
create function reason_digest(reason text) returns bytea
  language sql immutable parallel safe
  return case when reason ~ '^said:[0-9a-f]{64}$' then decode(substr(reason, 6), 'hex') end;

-- A reason of the history in words; null once it was erased.
create function reason_in_words(owner integer, reason text) returns text
  language sql stable parallel safe
  return case
    when reason_digest(reason) is null then reason
    else (select v.fields ->> 'reason' from change_values v where v.company_id = owner and v.digest = reason_digest(reason))
  end;

-- Empties the current company's next such leads, here and in the history; answers how many. Only this way may the application
-- change the history, and it takes no values: a lead that can be restored, or come back by being unmerged, is not touched.
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
  -- What another lead had of them until a merge was taken back.
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

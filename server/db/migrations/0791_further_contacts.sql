-- What a lead has beside its first email and phone: emails in lower case, phones in E.164 or as they were sent, each with what it is called.
-- One column, so that history, undo, merges and erasure know it as any other. Null for none, as nearly all leads have.
create function is_further(said jsonb) returns boolean language sql immutable parallel safe
  return said is null or jsonb_typeof(said) = 'array' and jsonb_array_length(said) between 1 and 50 and not jsonb_path_exists(said,
    '$[*] ? (!(@.kind == "email" || @.kind == "phone") || !(@.value.type() == "string") || @.value == "" || !(@.label.type() == "string" || @.label == null))');
alter table leads add column further jsonb check (is_further(further));

-- The text by which these values are found; numbers that can't be read by their digits, too.
create function further_text(said jsonb) returns text language sql immutable parallel safe
  return (select fold(string_agg(e ->> 'value' || case when e ->> 'kind' = 'phone' then ' ' || digits_in(e ->> 'value') else '' end, ' '))
    from jsonb_array_elements(said) e);

-- Duplicates share a number whatever its extension.
create or replace function duplicate_keys_of(email text, phone text, name text, company text) returns table (kind text, key uuid)
  language sql stable parallel safe
begin atomic
  select said.kind, encode(substr(sha256(convert_to(said.kind || ' ' || said.text, 'UTF8')), 1, 16), 'hex')::uuid
  from (values
    ('email', nullif(email, '')),
    ('phone', nullif(split_part(phone, ' ext. ', 1), '')),
    ('person', public.fold(nullif(btrim(regexp_replace(name, '\s+', ' ', 'g')), '') || chr(10) ||
      nullif(btrim(regexp_replace(company, '\s+', ' ', 'g')), '')))
  ) as said (kind, text)
  where said.text is not null;
end;

-- The keys of further values, the same as those of first ones.
create function duplicate_keys_further(said jsonb) returns table (kind text, key uuid)
  language sql stable parallel safe
begin atomic
  select distinct k.kind, k.key
  from jsonb_array_elements(said) e,
    public.duplicate_keys_of(
      case when e ->> 'kind' = 'email' then e ->> 'value' end,
      case when e ->> 'kind' = 'phone' and e ->> 'value' like '+%' then e ->> 'value' end,
      case when e ->> 'kind' = 'phone' and e ->> 'value' not like '+%' then e ->> 'value' end, null, null) k;
end;

-- Its values may have to be erased.
drop trigger history_insert on leads;
drop trigger history_update on leads;
drop trigger history_delete on leads;
drop function history.leads_insert(), history.leads_update(), history.leads_delete();
drop policy tenant on leads;
select tenant_table('leads',
  personal => '{name,email,phone,phone_sent,further,address,message,website,utm,reason_note}',
  silent => '{email_domain}');

-- Empties the current company's next leads that were deleted a month ago, here and in the history; returns how many. Only this
-- way may the application change the history, and it takes no values: a lead that can be restored or unmerged is not touched.
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

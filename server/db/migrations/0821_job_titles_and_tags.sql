-- Short words by which people sort their leads, each once; null for none.
create function is_tags(said text[]) returns boolean language sql immutable parallel safe
  return said is null or (cardinality(said) between 1 and 50 and not exists (select from unnest(said) tag where tag is null or length(tag) not between 1 and 40));

-- What a person does in their company, as they or a file say it.
alter table leads add column job_title text, add column tags text[] check (is_tags(tags));

-- A lead is found by both.
create function lead_text(owner integer, lead bigint, lead_no bigint, name text, email text, company text, phone text, phone_sent text,
  further jsonb, city text, message text, job_title text, tags text[]) returns text language sql stable
  return ' ' || btrim(searched(concat_ws(' ', name, email, company, job_title, array_to_string(tags, ' '), coalesce(phone, phone_sent), case when phone is null then digits_in(phone_sent) end, further_text(further),
    'No. ' || lead_no, city,
    (select string_agg(i.product_name, ' ' order by i.id) from lead_items i where i.company_id = owner and i.lead_id = lead), message))) || ' ';

create or replace function add_lead_texts() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into lead_texts (company_id, id, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, reason_code, created_at,
    validated_at, text)
  select company_id, id, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, reason_code, created_at, validated_at,
    lead_text(company_id, id, lead_no, name, email, company, phone, phone_sent, further, city, message, job_title, tags)
  from after_rows where deleted_at is null;
  return null;
end $$;

create or replace function keep_lead_texts() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update lead_texts t set kind = n.kind, source = n.source, status = n.status, enquiry_status = n.enquiry_status, assigned_qa = n.assigned_qa,
    sales_person = n.sales_person, quarantined_by = n.quarantined_by, reason_code = n.reason_code, created_at = n.created_at, validated_at = n.validated_at
  from after_rows n
  where t.company_id = n.company_id and t.id = n.id
    and (t.kind, t.source, t.status, t.enquiry_status, t.assigned_qa, t.sales_person, t.quarantined_by, t.reason_code, t.created_at, t.validated_at)
      is distinct from (n.kind, n.source, n.status, n.enquiry_status, n.assigned_qa, n.sales_person, n.quarantined_by, n.reason_code, n.created_at, n.validated_at);
  -- Full: the plan of one row is kept for thousands, and is never a nested loop.
  insert into lead_texts as t (company_id, id, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, reason_code, created_at,
    validated_at, text)
  select n.company_id, n.id, n.kind, n.source, n.status, n.enquiry_status, n.assigned_qa, n.sales_person, n.quarantined_by, n.reason_code, n.created_at,
    n.validated_at, lead_text(n.company_id, n.id, n.lead_no, n.name, n.email, n.company, n.phone, n.phone_sent, n.further, n.city, n.message, n.job_title, n.tags)
  from before_rows o full join after_rows n on n.company_id = o.company_id and n.id = o.id
  where n.deleted_at is null
    and (o.deleted_at is null, o.lead_no, o.name, o.email, o.company, o.phone, o.phone_sent, o.further, o.city, o.message, o.job_title, o.tags)
      is distinct from (true, n.lead_no, n.name, n.email, n.company, n.phone, n.phone_sent, n.further, n.city, n.message, n.job_title, n.tags)
  on conflict (company_id, id) do update set text = excluded.text where t.text <> excluded.text;
  delete from lead_texts t using after_rows n where t.company_id = n.company_id and t.id = n.id and n.deleted_at is not null;
  return null;
end $$;

create or replace function write_lead_texts(owner integer, ids bigint[]) returns void language sql set search_path = public, pg_temp as $$
  update lead_texts t set text = made.text
  from (
    select l.id, lead_text(l.company_id, l.id, l.lead_no, l.name, l.email, l.company, l.phone, l.phone_sent, l.further, l.city, l.message, l.job_title, l.tags) as text
    from unnest(ids) asked (id) cross join lateral (select * from leads where company_id = owner and leads.id = asked.id offset 0) l offset 0
  ) made
  where t.company_id = owner and t.id = made.id and t.text <> made.text
$$;

drop function lead_text(integer, bigint, bigint, text, text, text, text, text, jsonb, text, text);

-- Its values may have to be erased.
drop trigger history_insert on leads;
drop trigger history_update on leads;
drop trigger history_delete on leads;
drop function history.leads_insert(), history.leads_update(), history.leads_delete();
drop policy tenant on leads;
select tenant_table('leads',
  personal => '{name,email,phone,phone_sent,further,address,message,website,utm,job_title,tags,reason_note}',
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
    utm = null, job_title = null, tags = null, reason_note = null, erased_at = now()
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

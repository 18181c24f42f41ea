-- What leads are found by, folded once when it is written; docs/decisions/110-found-as-people-type.md.

-- ── Folding ──────────────────────────────────────────────────────────────────

-- A text as searches compare it, the stored and the typed alike: without upper case, accents, points and other marks on letters,
-- forms of width and joining; with one kind of quote, dash, digit and space. Marks that make another letter stay: vowels of Indic
-- scripts, tones of Thai, the voicing of kana.
create function searched(value text) returns text language plpgsql immutable parallel safe strict as $$
declare
  said text := value;
begin
  if octet_length(said) = length(said) then
    said := lower(said collate "C");
  else
    said := lower(regexp_replace(normalize(replace(said, '´', ''''), nfkd),
      '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670'
      '\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07eb-\u07f3\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc'
      '\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u00ad]+', '', 'g') collate "und-x-icu");
    said := translate(said,
      'ıłøđðħŧŋςةىیکھہ‘’‚‛′ʼʻʹ‵“”„‟«»‐‑‒–—―−⁃٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯',
      'iloddhtnσهييكهه''''''''''''''''''""""""--------0123456789012345678901234567890123456789');
    if said ~ '[ßæœþ]' then
      said := replace(replace(replace(replace(said, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    end if;
    said := normalize(said, nfc);
  end if;
  said := translate(said, E'\t\n\r\u000b\u000c\u2028\u2029', '       ');
  return case when position('  ' in said) > 0 then regexp_replace(said, ' {2,}', ' ', 'g') else said end;
end $$;

-- ── Texts of leads ───────────────────────────────────────────────────────────

-- The leads that can be found, with all that their lists are filtered by: a search reads nothing else. Written only when one of it
-- changes, and never together with the many indexes of leads.
create table lead_texts (
  company_id     integer not null,
  -- The lead's.
  id             bigint not null,
  kind           text not null,
  source         text not null,
  status         text not null,
  enquiry_status text,
  assigned_qa    integer,
  sales_person   integer,
  quarantined_by bigint,
  reason_code    text,
  created_at     timestamptz not null,
  validated_at   timestamptz,
  -- Begins and ends with a space, so that each word has one before it.
  text           text not null,
  primary key (company_id, id),
  foreign key (company_id, id) references leads (company_id, id) on delete cascade
) with (
  fillfactor = 90, autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 1000,
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 2000
);
select tenant_table('lead_texts', history => false);

-- All that a lead is found by, what people look for most first. A number that could not be read is there as it was sent, and its
-- digits.
create function lead_text(owner integer, lead bigint, lead_no bigint, name text, email text, company text, phone text, phone_sent text,
  further jsonb, city text, message text) returns text language sql stable
  return ' ' || btrim(searched(concat_ws(' ', name, email, company, coalesce(phone, phone_sent), case when phone is null then digits_in(phone_sent) end, further_text(further),
    'No. ' || lead_no, city,
    (select string_agg(i.product_name, ' ' order by i.id) from lead_items i where i.company_id = owner and i.lead_id = lead), message))) || ' ';

create function add_lead_texts() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into lead_texts (company_id, id, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, reason_code, created_at,
    validated_at, text)
  select company_id, id, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, reason_code, created_at, validated_at,
    lead_text(company_id, id, lead_no, name, email, company, phone, phone_sent, further, city, message)
  from after_rows where deleted_at is null;
  return null;
end $$;
create trigger texts_added after insert on leads referencing new table as after_rows
  for each statement execute function add_lead_texts();

create function keep_lead_texts() returns trigger language plpgsql set search_path = public, pg_temp as $$
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
    n.validated_at, lead_text(n.company_id, n.id, n.lead_no, n.name, n.email, n.company, n.phone, n.phone_sent, n.further, n.city, n.message)
  from before_rows o full join after_rows n on n.company_id = o.company_id and n.id = o.id
  where n.deleted_at is null
    and (o.deleted_at is null, o.lead_no, o.name, o.email, o.company, o.phone, o.phone_sent, o.further, o.city, o.message)
      is distinct from (true, n.lead_no, n.name, n.email, n.company, n.phone, n.phone_sent, n.further, n.city, n.message)
  on conflict (company_id, id) do update set text = excluded.text where t.text <> excluded.text;
  delete from lead_texts t using after_rows n where t.company_id = n.company_id and t.id = n.id and n.deleted_at is not null;
  return null;
end $$;
create trigger texts_changed after update on leads referencing old table as before_rows new table as after_rows
  for each statement execute function keep_lead_texts();

-- A lead is found by its products, too: by their names as the lead has them.
create function write_lead_texts(owner integer, ids bigint[]) returns void language sql set search_path = public, pg_temp as $$
  update lead_texts t set text = made.text
  from (
    select l.id, lead_text(l.company_id, l.id, l.lead_no, l.name, l.email, l.company, l.phone, l.phone_sent, l.further, l.city, l.message) as text
    from unnest(ids) asked (id) cross join lateral (select * from leads where company_id = owner and leads.id = asked.id offset 0) l offset 0
  ) made
  where t.company_id = owner and t.id = made.id and t.text <> made.text
$$;

create function keep_texts_of_lines() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  owner integer;
  touched bigint[];
begin
  if tg_op = 'INSERT' then
    for owner, touched in select company_id, array_agg(distinct lead_id) from after_rows group by 1 loop
      perform write_lead_texts(owner, touched);
    end loop;
  elsif tg_op = 'DELETE' then
    for owner, touched in select company_id, array_agg(distinct lead_id) from before_rows group by 1 loop
      perform write_lead_texts(owner, touched);
    end loop;
  else
    for owner, touched in
      select company_id, array_agg(distinct lead_id)
      from (select company_id, lead_id from before_rows union all select company_id, lead_id from after_rows) both_sides group by 1
    loop
      perform write_lead_texts(owner, touched);
    end loop;
  end if;
  return null;
end $$;
create trigger texts_added after insert on lead_items referencing new table as after_rows
  for each statement execute function keep_texts_of_lines();
create trigger texts_changed after update on lead_items referencing old table as before_rows new table as after_rows
  for each statement execute function keep_texts_of_lines();
create trigger texts_removed after delete on lead_items referencing old table as before_rows
  for each statement execute function keep_texts_of_lines();

-- ── Searches ─────────────────────────────────────────────────────────────────

-- What was asked for as a condition: for each word the patterns one of which has to be there.
create function lead_text_condition(asked jsonb) returns text language sql immutable strict set search_path = public, pg_temp
  return (
    select string_agg('(' || (select string_agg(format('text like %L', pattern), ' or ' order by place)
      from jsonb_array_elements_text(ways) with ordinality as way (pattern, place)) || ')', ' and ' order by at)
    from jsonb_array_elements(asked) with ordinality as word (ways, at));

-- The current company's leads that say all that, with what they are filtered and ordered by. It goes round row-level security,
-- which would switch the trigram index off (LIKE is not leakproof). Where the server allows it, the migration gives it to a role
-- that may do so (db/roles.ts).
create function find_leads(asked jsonb) returns table (id bigint, kind text, source text, status text, enquiry_status text, assigned_qa integer,
    sales_person integer, quarantined_by bigint, reason_code text, created_at timestamptz, validated_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute format(
    'select id, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, reason_code, created_at, validated_at
    from lead_texts where company_id = %s and %s', coalesce(current_company(), 0), coalesce(lead_text_condition(asked), 'false'));
end $$;
revoke all on function find_leads from public;
grant execute on function find_leads to leadroom_app;

-- Whether the trigram index is the shorter way to them: what the planner would do.
create function leads_are_rare(asked jsonb) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  plan json;
begin
  execute format('explain (format json) select id from lead_texts where company_id = %s and %s', coalesce(current_company(), 0),
    coalesce(lead_text_condition(asked), 'false')) into plan;
  return plan::text like '%lead_texts_search%';
end $$;
revoke all on function leads_are_rare from public;
grant execute on function leads_are_rare to leadroom_app;

-- ── What is there already ────────────────────────────────────────────────────

-- Texts of the leads that have none, some thousands in each transaction: whoever changes one of them waits that long. Killed, the
-- next run goes on where this one stopped.
create procedure fill_lead_texts() language plpgsql as $$
declare
  owner integer;
  last bigint;
begin
  for owner in select id from identity.companies order by id loop
    last := 0;
    while last is not null loop
      perform set_config('leadroom.company', owner::text, true);
      with batch as materialized (
        select * from leads where company_id = owner and id > last order by id limit 2000 for share
      ), filled as (
        insert into lead_texts (company_id, id, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, reason_code, created_at,
          validated_at, text)
        select company_id, id, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, reason_code, created_at, validated_at,
          lead_text(company_id, id, lead_no, name, email, company, phone, phone_sent, further, city, message)
        from batch where deleted_at is null
        on conflict do nothing
      )
      select max(id) into last from batch;
      commit;
    end loop;
  end loop;
end $$;

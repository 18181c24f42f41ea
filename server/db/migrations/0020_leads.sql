-- Leads: each enquiry, how far it has come, and how it is found.

-- ── Lead numbers ─────────────────────────────────────────────────────────────
-- One sequence per company, so that no writer waits for another; gaps are allowed.

create schema lead_numbers;
create function make_lead_numbers() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  execute format('create sequence lead_numbers.company_%s', new.id);
  return null;
end $$;
create trigger lead_numbers after insert on identity.companies for each row execute function make_lead_numbers();

create function next_lead_no() returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  return nextval(('lead_numbers.company_' || public.current_company())::regclass);
end $$;
revoke all on function next_lead_no from public;
grant execute on function next_lead_no to leadroom_app;

-- For many at once. Drawn one by one, each costs a change of the search path and a look-up of the sequence by its name: a fifth
-- of what storing an imported lead costs.
create function next_lead_nos(many integer) returns setof bigint
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  numbers constant regclass := ('lead_numbers.company_' || public.current_company())::regclass;
begin
  return query select nextval(numbers) from generate_series(1, many);
end $$;
revoke all on function next_lead_nos from public;
grant execute on function next_lead_nos to leadroom_app;

create function digits_in(value text) returns text language sql immutable parallel safe strict
  return regexp_replace(value, '[^0-9]', '', 'g');

-- ── Leads ────────────────────────────────────────────────────────────────────
-- By itself autovacuum analyzes a table once a tenth of it is new: a company that begins beside one of a million leads would be
-- unknown to the planner until it has a hundred thousand of its own. And it vacuums once a fifth has changed; until then totals
-- are not read from indexes alone: with a million leads, counting a filter took four times as long.

create table leads (
  company_id          integer not null,
  id                  bigint generated always as identity,
  lead_no             bigint not null default next_lead_no(),
  kind                text not null default 'enquiry' check (kind in ('enquiry', 'registration')),
  name                text not null,
  email               text check (email = lower(email)),
  email_domain        text generated always as (split_part(email, '@', 2)) stored,
  -- E.164 where the number can be read so; what was sent is stored beside it.
  phone               text,
  phone_sent          text,
  company             text,
  website             text,
  country             text check (country ~ '^[A-Z]{2}$'),
  state               text,
  city                text,
  zip_code            text,
  address             text,
  message             text,
  source              text not null,
  utm                 jsonb,
  form_id             bigint,
  status              text not null default 'new'
                        check (status in ('new', 'assigned', 'in-progress', 'on_hold', 'valid', 'invalid')),
  status_at           timestamptz not null default now(),
  enquiry_status      text check (enquiry_status in ('open', 'contacted', 'quoted', 'won', 'lost', 'nurture')),
  reason_code         text,
  reason_note         text,
  duplicate_of        bigint,
  on_hold_until       date,
  -- The restricted domain that quarantines it now.
  quarantined_by      bigint,
  spam_signals        text[] not null default '{}',
  assigned_qa         integer,
  assigned_how        text check (assigned_how in ('auto', 'staff', 'self', 'bulk')),
  sales_person        integer,
  created_by          integer,
  verdict_id          bigint,
  total_quantity      bigint not null default 0,
  created_at          timestamptz not null default now(),
  assigned_at         timestamptz,
  in_progress_at      timestamptz,
  validated_at        timestamptz,
  validated_by        integer,
  sales_assigned_at   timestamptz,
  first_response_at   timestamptz,
  updated_at          timestamptz not null default now(),
  version             integer not null default 1,
  deleted_at          timestamptz,
  search_text         text not null generated always as (
                        fold(name || ' ' || coalesce(email, '') || ' ' || coalesce(company, '') || ' ' || coalesce(phone, '') || ' ' || lead_no)
                      ) stored,
  lost_reason         text check (lost_reason in ('price', 'stock', 'timing', 'chose_competitor', 'no_reply', 'other')),
  nurture_until       date,
  -- The version of the lead that its products are of: an edit of an older one is refused. Every writer of a lead's products sets
  -- it, so that the history ties them to the lead's versions. Null while they are as they came.
  products_version    integer,
  -- As what somebody registers.
  account_type        text check (account_type in ('buyer', 'reseller', 'supplier', 'other')),
  -- The import that added it, which reverting removes.
  import_id           bigint,
  -- When a deleted lead that can't be restored any more was emptied: its row stays, for those that refer to it.
  erased_at           timestamptz,
  -- The last QA person who lost it, and how (null: they gave it back): rotation passes over them whenever it waits.
  released_by         integer,
  released_how        text,
  primary key (company_id, id),
  foreign key (company_id, assigned_qa) references identity.memberships (company_id, id),
  foreign key (company_id, sales_person) references identity.memberships (company_id, id),
  foreign key (company_id, duplicate_of) references leads (company_id, id),
  constraint an_owner_from_assignment_on check (status not in ('assigned', 'in-progress', 'on_hold') or assigned_qa is not null),
  constraint a_new_lead_has_no_owner check (status <> 'new' or assigned_qa is null),
  constraint sales_begins_when_valid check (enquiry_status is null or status = 'valid'),
  constraint a_reason_when_invalid check (status <> 'invalid' or reason_code is not null),
  constraint a_lost_reason_when_lost check (lost_reason is null or enquiry_status = 'lost'),
  constraint a_day_when_nurtured check (nurture_until is null or enquiry_status = 'nurture')
) with (
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 1000,
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 2000
);
create trigger versions before update on leads for each row execute function count_version();
select tenant_table('leads',
  personal => '{name,email,phone,phone_sent,address,message,website,utm,reason_note}',
  silent => '{email_domain}');

-- Lists at any size: each index begins with what a list is filtered by, continues in the order in which it is shown, and
-- includes all other filters. So the first rows of any two filters are found, and any first count is made, in the index alone.
create index leads_newest on leads (company_id, created_at desc, id desc)
  include (kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, reason_code, validated_at, first_response_at)
  where deleted_at is null;
create index leads_status on leads (company_id, status, created_at desc, id desc)
  include (kind, source, enquiry_status, assigned_qa, sales_person, quarantined_by) where deleted_at is null;
create index leads_source on leads (company_id, source, created_at desc, id desc)
  include (kind, status, enquiry_status, assigned_qa, sales_person, quarantined_by) where deleted_at is null;
create index leads_qa on leads (company_id, assigned_qa, created_at desc, id desc)
  include (kind, source, status, enquiry_status, sales_person, quarantined_by) where deleted_at is null;
create index leads_sales on leads (company_id, sales_person, created_at desc, id desc)
  include (kind, source, status, enquiry_status, assigned_qa, quarantined_by) where deleted_at is null and sales_person is not null;
create index leads_enquiry_status on leads (company_id, enquiry_status, created_at desc, id desc)
  include (kind, source, status, assigned_qa, sales_person, quarantined_by) where deleted_at is null and enquiry_status is not null;
create index leads_reason on leads (company_id, reason_code, created_at desc, id desc)
  include (kind) where deleted_at is null and status = 'invalid';

-- The lists that show a part of all leads: open ones, registrations, valid ones with the newest verdict first.
create index leads_open on leads (company_id, created_at desc, id desc)
  include (kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by)
  where deleted_at is null and status in ('assigned', 'in-progress', 'on_hold');
create index leads_registered on leads (company_id, created_at desc, id desc)
  include (source, status, enquiry_status, assigned_qa, sales_person, quarantined_by)
  where deleted_at is null and kind = 'registration';
create index leads_validated on leads (company_id, validated_at desc, id desc)
  include (kind, source, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at) where deleted_at is null and status = 'valid';
create index leads_sold on leads (company_id, sales_person, validated_at desc, id desc)
  include (kind, source, enquiry_status, assigned_qa, quarantined_by, created_at) where deleted_at is null and status = 'valid';
-- The newest are seldom won or lost yet: without this, the more leads a company has, the more are passed before a page is full.
create index leads_validated_enquiry on leads (company_id, enquiry_status, validated_at desc, id desc)
  include (kind, source, assigned_qa, sales_person, quarantined_by, created_at) where deleted_at is null and status = 'valid';

-- Searches. Where a word is in most leads, reading every text with all filters is the shortest way to count them.
create index leads_search on leads using gin (company_id, search_text gin_trgm_ops);
create index leads_text on leads (company_id, id)
  include (search_text, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at) where deleted_at is null;
create index leads_unread_phones on leads using gin (company_id, digits_in(phone_sent) gin_trgm_ops)
  where phone is null and phone_sent is not null and deleted_at is null;

-- Not of deleted leads: in a new database the planner took an index of all for as good as the primary key, having planned once
-- while the table was small, and read all leads of the company for each foreign key.
create unique index leads_number on leads (company_id, lead_no) where deleted_at is null;
-- Counting leads by source and status reads this alone.
create index leads_sources on leads (company_id, created_at) include (source, status) where deleted_at is null and kind = 'enquiry';

-- Email domains: the leads of one, those ever found valid, and the newest valid lead with an owner, however many there are.
create index leads_domain on leads (company_id, email_domain, created_at desc) where deleted_at is null;
create index leads_judged_domain on leads (company_id, email_domain, id) where verdict_id is not null and deleted_at is null;
create index leads_held_domain on leads (company_id, email_domain, created_at desc, id desc)
  where deleted_at is null and status = 'valid' and sales_person is not null;
create index leads_quarantine on leads (company_id, quarantined_by, id) where quarantined_by is not null;
-- Suggestions of domains to restrict read the newest worthless leads here.
create index leads_wasted on leads (company_id, status_at desc) include (email_domain, reason_code)
  where status = 'invalid' and deleted_at is null
    and reason_code in ('spam_or_bot', 'wrong_contact_details', 'job_seeker_or_vendor_pitch', 'competitor', 'test_submission');

-- A person's open leads are counted here, up to their cap.
create index leads_open_of_qa on leads (company_id, assigned_qa)
  where deleted_at is null and status in ('assigned', 'in-progress', 'on_hold');
create index leads_open_of_sales on leads (company_id, sales_person)
  where deleted_at is null and status = 'valid' and coalesce(enquiry_status, 'open') not in ('won', 'lost');

-- Leads on hold return when their day comes; invalid leads and deleted ones are removed when theirs does.
create index leads_on_hold on leads (company_id, on_hold_until, id) where status = 'on_hold' and deleted_at is null;
create index leads_long_invalid on leads (company_id, status_at) where status = 'invalid' and deleted_at is null;
create index leads_deleted on leads (company_id, deleted_at) where deleted_at is not null and erased_at is null;

-- Reverting an import reads its leads, and a thousand at a time which leads repeat them.
create index leads_import on leads (company_id, import_id, id) where import_id is not null;
create index leads_repeating on leads (company_id, duplicate_of) where duplicate_of is not null;

-- The ids of the current company's leads that contain the text. It goes round row-level security, which would switch the
-- trigram index off (LIKE is not leakproof), and returns only ids; its caller stays under the policy. Where the server allows
-- it, the migration gives it to a role that may do so (db/roles.ts).
create function search_leads(pattern text) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select id from public.leads where company_id = public.current_company() and search_text like pattern and deleted_at is null;
end;
revoke all on function search_leads from public;
grant execute on function search_leads to leadroom_app;

-- The same for the numbers that could not be read, by their digits as they were sent.
create function search_unread_phones(pattern text) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select id from public.leads
  where company_id = public.current_company() and public.digits_in(phone_sent) like pattern and phone is null and phone_sent is not null and deleted_at is null;
end;
revoke all on function search_unread_phones from public;
grant execute on function search_unread_phones to leadroom_app;

-- Whether the trigram index is the shorter way to the current company's leads with such a text: what the planner would do.
create function is_rare(pattern text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  plan json;
begin
  execute format('explain (format json) select id from leads where company_id = %s and search_text like %L and deleted_at is null',
    coalesce(current_company(), 0), pattern) into plan;
  return plan->0->'Plan'->>'Node Type' = 'Bitmap Heap Scan';
end $$;
revoke all on function is_rare from public;
grant execute on function is_rare to leadroom_app;

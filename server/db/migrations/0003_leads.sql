-- What is sold, who asks for it, and what was decided about each enquiry.

create table products (
  company_id   integer not null,
  id           bigint generated always as identity,
  code         text not null,
  name         text not null,
  category     text,
  brand        text,
  unit         text,
  description  text,
  -- The quantities that people usually ask for; evidence in the validation desk.
  usual_min    integer,
  usual_max    integer,
  discoverable boolean not null default true,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  version      integer not null default 1,
  deleted_at   timestamptz,
  primary key (company_id, id)
);
create unique index on products (company_id, fold(code)) where deleted_at is null;
create index on products (company_id, fold(name) text_pattern_ops) where deleted_at is null;
create index on products using gin (company_id, fold(name) gin_trgm_ops);
create trigger versions before update on products for each row execute function count_version();
select tenant_table('products');

create table intake_forms (
  company_id      integer not null,
  id              bigint generated always as identity,
  name            text not null,
  status          text not null default 'active' check (status in ('active', 'paused')),
  -- Origins whose pages may send the form; empty allows only our own page and callers without an origin.
  allowed_origins text[] not null default '{}',
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  version         integer not null default 1,
  primary key (company_id, id)
);
create trigger versions before update on intake_forms for each row execute function count_version();
select tenant_table('intake_forms');

create table restricted_domains (
  company_id  integer not null,
  id          bigint generated always as identity,
  domain_name text not null check (domain_name = lower(domain_name)),
  status      text not null default 'active' check (status in ('active', 'inactive')),
  match       text not null default 'subdomains' check (match in ('subdomains', 'exact')),
  effect      text not null default 'quarantine' check (effect in ('quarantine', 'auto_invalid')),
  note        text,
  source      text not null default 'manual',
  created_by  integer,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  version     integer not null default 1,
  deleted_at  timestamptz,
  primary key (company_id, id)
);
create unique index on restricted_domains (company_id, domain_name) where deleted_at is null;
create index on restricted_domains using gin (company_id, domain_name gin_trgm_ops);
create trigger versions before update on restricted_domains for each row execute function count_version();
select tenant_table('restricted_domains');

create table leads (
  company_id          integer not null,
  id                  bigint generated always as identity,
  lead_no             bigint not null default next_lead_no(),
  kind                text not null default 'enquiry' check (kind in ('enquiry', 'registration')),
  name                text not null,
  email               text check (email = lower(email)),
  email_domain        text generated always as (split_part(email, '@', 2)) stored,
  -- E.164 where the number can be read so; what was sent is kept beside it.
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
  primary key (company_id, id),
  foreign key (company_id, assigned_qa) references identity.memberships (company_id, id),
  foreign key (company_id, sales_person) references identity.memberships (company_id, id),
  foreign key (company_id, quarantined_by) references restricted_domains (company_id, id),
  foreign key (company_id, duplicate_of) references leads (company_id, id),
  constraint an_owner_from_assignment_on check (status not in ('assigned', 'in-progress', 'on_hold') or assigned_qa is not null),
  constraint a_new_lead_has_no_owner check (status <> 'new' or assigned_qa is null),
  constraint sales_begins_when_valid check (enquiry_status is null or status = 'valid'),
  constraint a_reason_when_invalid check (status <> 'invalid' or reason_code is not null)
);
-- Newest first is how every list opens; the rest is what lists are filtered by.
create index leads_newest on leads (company_id, created_at desc, id desc) where deleted_at is null;
create index leads_status on leads (company_id, status, created_at desc, id desc) where deleted_at is null;
create index leads_qa on leads (company_id, assigned_qa, status, created_at desc, id desc) where deleted_at is null;
create index leads_sales on leads (company_id, sales_person, created_at desc, id desc) where deleted_at is null and sales_person is not null;
create index leads_domain on leads (company_id, email_domain, created_at desc) where deleted_at is null;
create index leads_email on leads (company_id, email) where deleted_at is null;
create index leads_phone on leads (company_id, phone) where deleted_at is null;
create index leads_quarantine on leads (company_id, quarantined_by, id) where quarantined_by is not null;
create unique index leads_number on leads (company_id, lead_no);
create index leads_search on leads using gin (company_id, search_text gin_trgm_ops);
create trigger versions before update on leads for each row execute function count_version();
select tenant_table('leads',
  personal => '{name,email,phone,phone_sent,address,message,website,utm,reason_note}',
  silent => '{email_domain}');

create table lead_items (
  company_id     integer not null,
  id             bigint generated always as identity,
  lead_id        bigint not null,
  product_id     bigint,
  -- Kept as text: a lead may ask for something that is not in the catalogue.
  product_name   text not null,
  quantity       integer not null check (quantity >= 1),
  total_quantity integer not null check (total_quantity >= quantity),
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id),
  foreign key (company_id, product_id) references products (company_id, id)
);
create index on lead_items (company_id, lead_id, id);
create index on lead_items (company_id, product_id, lead_id);
select tenant_table('lead_items', root => 'leads', root_column => 'lead_id', silent => '{lead_id}');

-- A verdict with the snapshot that was judged. Turning a verdict over adds one; none is overwritten.
create table lead_verdicts (
  company_id        integer not null,
  id                bigint generated always as identity,
  lead_id           bigint not null,
  verdict           text not null check (verdict in ('valid', 'invalid')),
  by_person         integer,
  at                timestamptz not null default now(),
  company           text,
  country           text,
  zip_code          text,
  city              text,
  state             text,
  address           text,
  email             text,
  phone             text,
  website           text,
  comments          text,
  products          jsonb not null default '[]',
  reason_code       text,
  reason_note       text,
  -- Null: not answered.
  checklist         jsonb,
  checklist_version integer,
  evidence          jsonb,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index on lead_verdicts (company_id, lead_id, id desc);
select tenant_table('lead_verdicts', root => 'leads', root_column => 'lead_id',
  personal => '{address,email,phone,website,comments,reason_note}', silent => '{lead_id,evidence}');
alter table leads add foreign key (company_id, verdict_id) references lead_verdicts (company_id, id);

create table lead_comments (
  company_id integer not null,
  id         bigint generated always as identity,
  lead_id    bigint not null,
  author_id  integer not null,
  body       text not null,
  mentions   integer[] not null default '{}',
  pinned     boolean not null default false,
  created_at timestamptz not null default now(),
  edited_at  timestamptz,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id),
  foreign key (company_id, author_id) references identity.memberships (company_id, id)
);
create index on lead_comments (company_id, lead_id, id desc);
select tenant_table('lead_comments', root => 'leads', root_column => 'lead_id', personal => '{body}', silent => '{lead_id}');

-- The ids of the current company's leads that contain the text. It goes round row-level security, which would
-- switch the trigram index off (ILIKE is not leakproof), and gives only ids; its caller stays under the policy.
-- The migration hands it to a role that may do so where the server allows one (db/roles.ts).
create function search_leads(pattern text) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select id from public.leads where company_id = public.current_company() and search_text like pattern and deleted_at is null;
end;
revoke all on function search_leads from public;
grant execute on function search_leads to leadroom_app;

-- What vendors ask to have changed of products: who they are, what they were asked, and each request with its fields.

-- Names alone, made of the requests: what else is known of a company stands in the directory.
create table vendors (
  company_id integer not null,
  id         bigint generated always as identity,
  name       text not null check (length(name) between 1 and 200),
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index vendors_name on vendors (company_id, fold(name));
select tenant_table('vendors', history => false);

-- A link by which a vendor is asked for some fields of some products. Of its token only the digest is stored.
create table vendor_asks (
  company_id    integer not null,
  id            bigint generated always as identity,
  vendor_id     bigint not null,
  product_ids   bigint[] not null check (cardinality(product_ids) <= 200),
  fields        text[] not null check (cardinality(fields) <= 60),
  message       text,
  contact_name  text,
  contact_email text,
  token_hash    bytea not null,
  asked_by      integer,
  asked_at      timestamptz not null default now(),
  expires_at    timestamptz not null default now() + interval '30 days',
  opened_at     timestamptz,
  answered_at   timestamptz,
  revoked_at    timestamptz,
  updated_at    timestamptz not null default now(),
  version       integer not null default 1,
  deleted_at    timestamptz,
  primary key (company_id, id),
  foreign key (company_id, vendor_id) references vendors (company_id, id)
);
create unique index vendor_asks_token on vendor_asks (company_id, token_hash);
create index vendor_asks_vendor on vendor_asks (company_id, vendor_id, id);
create trigger versions before update of answered_at, revoked_at, expires_at, deleted_at on vendor_asks
  for each row execute function count_version();
select tenant_table('vendor_asks', personal => '{contact_name,contact_email,message}', silent => '{token_hash,asked_by,asked_at,opened_at}');

-- Links are found by the digest of their token, before it is known whose they are.
create table identity.vendor_links (
  hash       bytea primary key,
  company_id integer not null references identity.companies
);
grant select on identity.vendor_links to leadroom_identity;
create function put_vendor_link(hash bytea) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into identity.vendor_links (hash, company_id) select hash, public.current_company();
end;
revoke all on function put_vendor_link from public;
grant execute on function put_vendor_link to leadroom_app;

create table vendor_updates (
  company_id      integer not null,
  id              bigint generated always as identity,
  vendor_id       bigint not null,
  -- As it called itself.
  vendor_name     text not null,
  contact_name    text,
  contact_email   text,
  contact_phone   text,
  product_id      bigint not null,
  -- Of the product, when this was asked for.
  product_version integer not null,
  channel         text not null check (channel in ('link', 'form', 'import', 'staff')),
  note            text,
  requested_on    timestamptz not null default now(),
  added_by        integer,
  status          text not null default 'pending'
                    check (status in ('pending', 'needs_info', 'approved', 'rejected', 'superseded', 'withdrawn')),
  -- Why it was rejected, what is asked of the vendor, or why it was opened again.
  reason          text,
  reviewer        integer,
  decided_on      timestamptz,
  superseded_by   bigint,
  -- The link by which it came, or by which its question is answered.
  asked_id        bigint,
  updated_at      timestamptz not null default now(),
  version         integer not null default 1,
  deleted_at      timestamptz,
  primary key (company_id, id),
  foreign key (company_id, vendor_id) references vendors (company_id, id),
  foreign key (company_id, product_id) references products (company_id, id),
  foreign key (company_id, asked_id) references vendor_asks (company_id, id)
);
create index vendor_updates_requested on vendor_updates (company_id, requested_on, id) where deleted_at is null;
create index vendor_updates_status on vendor_updates (company_id, status, requested_on, id) where deleted_at is null;
create index vendor_updates_product on vendor_updates (company_id, product_id, id);
create index vendor_updates_vendor on vendor_updates (company_id, vendor_id, id);
create index vendor_updates_asked on vendor_updates (company_id, asked_id) where asked_id is not null;
create trigger versions before update on vendor_updates for each row execute function count_version();
select tenant_table('vendor_updates', personal => '{contact_name,contact_email,contact_phone,note}',
  silent => '{vendor_id,product_id,product_version,requested_on,added_by,asked_id}');

create table vendor_update_fields (
  company_id integer not null,
  id         bigint generated always as identity,
  update_id  bigint not null,
  -- `name`, another column of products, or `attributes.<code>`.
  field      text not null,
  -- Values as they stand on the wire: the product's when this was asked for, what is asked for, and what was written of it.
  then_value jsonb,
  requested  jsonb,
  applied    jsonb,
  -- What the vendor typed, and why it could not be read.
  raw        text,
  problem    text,
  decision   text not null default 'pending' check (decision in ('pending', 'approved', 'rejected', 'superseded')),
  reason     text,
  position   integer not null default 0,
  primary key (company_id, id),
  unique (company_id, update_id, field),
  foreign key (company_id, update_id) references vendor_updates (company_id, id)
);
select tenant_table('vendor_update_fields', root => 'vendor_updates', root_column => 'update_id', personal => '{raw}',
  silent => '{update_id,position}');

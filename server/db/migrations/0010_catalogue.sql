-- The products that a company sells.

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
create index products_category on products (company_id, category) where deleted_at is null and category is not null;
create trigger versions before update on products for each row execute function count_version();
select tenant_table('products');

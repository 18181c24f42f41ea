-- Products in full: their category, the values of their attributes, and how complete they are.

-- The distinct categories of products so far become categories. The rows are made before the table has a history, as all that was
-- there before the history began.
alter table products
  add column category_id bigint,
  add column gtin text,
  add column merged_into bigint,
  -- Of what the product must have, and how much of it is filled, by the requirements of this number; see count_products().
  add column required_count integer not null default 0,
  add column filled_count integer not null default 0,
  add column requirements_no bigint not null default 0;
alter table products no force row level security;
alter table products disable trigger user;
insert into product_categories (company_id, code, name)
select distinct on (company_id, fold(category)) company_id, left(category, 64), left(category, 120)
from products where trim(category) <> '' order by company_id, fold(category), id
on conflict do nothing;
update products p set category_id = c.id, category = c.name
from product_categories c where c.company_id = p.company_id and fold(c.name) = fold(left(p.category, 120));
update products set category = null where category_id is null;
alter table products enable trigger user;
alter table products force row level security;
select tenant_table('product_categories', silent => '{image_required,requirements_no}');

alter table products add foreign key (company_id, category_id) references product_categories (company_id, id);
alter table products add foreign key (company_id, merged_into) references products (company_id, id);
alter table products alter column discoverable set default false;
alter table products add column complete boolean not null generated always as (filled_count >= required_count) stored;
-- In percent, rounded down: 100 is all of it.
alter table products add column completeness integer not null
  generated always as (case when filled_count >= required_count then 100 else 100 * filled_count / required_count end) stored;
alter table products add column search_text text not null
  generated always as (fold(name || ' ' || code || ' ' || coalesce(gtin, '') || ' ' || coalesce(brand, ''))) stored;
comment on column products.category is 'The name of its category, for lists in its order; made with category_id.';


-- What is made of other columns is no news and no version.
drop trigger history_insert on products;
drop trigger history_update on products;
drop trigger history_delete on products;
drop function history.products_insert(), history.products_update(), history.products_delete();
drop policy tenant on products;
select tenant_table('products', silent => '{category,required_count,filled_count,requirements_no,complete,completeness}');
drop trigger versions on products;
create trigger versions before update of code, name, category_id, brand, unit, description, gtin, usual_min, usual_max, discoverable,
  merged_into, deleted_at on products for each row execute function count_version();

create function name_category() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.category := (select name from product_categories where company_id = new.company_id and id = new.category_id);
  return new;
end $$;
create trigger category_named before insert or update of category_id on products for each row execute function name_category();

-- The value of one attribute of one product, as it was entered; null once it was cleared.
create table product_values (
  company_id   integer not null,
  id           bigint generated always as identity,
  product_id   bigint not null,
  attribute_id bigint not null,
  -- As it stands on the wire: decimals are texts, so nothing rounds them.
  value        jsonb,
  source       text not null check (source in ('person', 'import', 'vendor', 'bulk')),
  source_id    bigint,
  -- The same to compare by. Numbers and quantities in the base unit of their family, as an interval.
  filled       boolean not null generated always as (value is not null and deleted_at is null) stored,
  text_value   text generated always as (
                 case when jsonb_typeof(value) = 'string' and length(value #>> '{}') <= 255 then value #>> '{}' end) stored,
  base_from    numeric,
  base_to      numeric,
  unique_key   text,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  -- The version of the product that it came with.
  version      integer not null default 1,
  deleted_at   timestamptz,
  primary key (company_id, id),
  unique (company_id, product_id, attribute_id),
  foreign key (company_id, product_id) references products (company_id, id),
  foreign key (company_id, attribute_id) references product_attributes (company_id, id)
);
create index product_values_base on product_values (company_id, attribute_id, base_from, product_id) where filled;
create index product_values_text on product_values (company_id, attribute_id, text_value, product_id) where filled;
create unique index product_values_unique on product_values (company_id, attribute_id, unique_key) where unique_key is not null;
select tenant_table('product_values', root => 'products', root_column => 'product_id',
  silent => '{product_id,source,source_id,filled,text_value,base_from,base_to,unique_key,created_at}');

-- A value belongs to the product's next version. The product is locked, so its versions are given one after the other. Numbers by the
-- shape of the value: an undo puts back the values of an attribute before its type.
create function value_written() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  kind text;
  is_unique boolean;
  unit_factor numeric;
  unit_offset numeric;
begin
  -- Only its claim is given up or made again: see claims_follow().
  if tg_op = 'UPDATE' and (new.product_id, new.attribute_id, new.value, new.source, new.deleted_at)
    is not distinct from (old.product_id, old.attribute_id, old.value, old.source, old.deleted_at)
    and new.unique_key is distinct from old.unique_key
  then
    return new;
  end if;
  select p.version + 1, a.type, a.unique_values and p.deleted_at is null, u.factor, u."offset"
  into new.version, kind, is_unique, unit_factor, unit_offset
  from products p
  join product_attributes a on a.company_id = p.company_id and a.id = new.attribute_id
  left join measurement_units u on u.code = new.value ->> 'unit'
  where p.company_id = new.company_id and p.id = new.product_id for no key update of p;
  new.version := coalesce(new.version, 1);
  new.updated_at := now();
  new.base_from := null;
  new.base_to := null;
  if kind in ('number', 'quantity', 'range') then
    if jsonb_typeof(new.value) <> 'object' then
      new.base_from := (new.value #>> '{}')::numeric;
      new.base_to := new.base_from;
    else
      new.base_from := coalesce(coalesce(new.value ->> 'value', new.value ->> 'min')::numeric * unit_factor + unit_offset, '-infinity');
      new.base_to := coalesce(coalesce(new.value ->> 'value', new.value ->> 'max')::numeric * unit_factor + unit_offset, 'infinity');
    end if;
  end if;
  new.unique_key := case when is_unique and new.deleted_at is null then fold(new.value #>> '{}') end;
  return new;
end $$;
create trigger written before insert or update on product_values for each row execute function value_written();

-- What a deleted product has of what may be only once is free for others; when it comes back it claims it again.
create function claims_follow() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  claims bigint[] := array(
    select v.id from product_values v join product_attributes a on a.company_id = v.company_id and a.id = v.attribute_id
    where v.company_id = new.company_id and v.product_id = new.id and v.filled and a.unique_values);
begin
  if claims <> '{}' then
    update product_values v set unique_key = case when new.deleted_at is null then fold(v.value #>> '{}') end
    where v.company_id = new.company_id and v.id = any (claims);
  end if;
  return null;
end $$;
create trigger claims_follow after update of deleted_at on products for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function claims_follow();

-- What each product must have, and whether it does: name, code and category, what the company asks of all, and what its category and
-- those above it require. The one place that says so.
create function product_requirements(ids bigint[])
  returns table (id bigint, kind text, code text, attribute_id bigint, required_by bigint, filled boolean)
  language sql stable set search_path = public, pg_temp as $$
  select p.id, 'field', f.code, null::bigint, null::bigint, f.filled
  from products p cross join lateral (values ('name', true), ('code', true), ('category_id', p.category_id is not null)) f (code, filled)
  where p.company_id = current_company() and p.id = any (ids)
  union all
  select p.id, 'field', f.code, null, null, coalesce(f.said, '') <> ''
  from products p join catalogue_settings s on s.company_id = p.company_id
  cross join lateral (values ('brand', p.brand), ('unit', p.unit), ('description', p.description), ('gtin', p.gtin)) f (code, said)
  where p.company_id = current_company() and p.id = any (ids) and f.code = any (s.required_fields)
  union all
  select p.id, 'attribute', a.code, r.attribute_id, r.required_by, coalesce(v.filled, false)
  from products p
  join category_requirements r on r.company_id = p.company_id and r.category_id = p.category_id and r.required
  join product_attributes a on a.company_id = r.company_id and a.id = r.attribute_id
  left join product_values v on v.company_id = p.company_id and v.product_id = p.id and v.attribute_id = r.attribute_id
  where p.company_id = current_company() and p.id = any (ids)
$$;

create function product_counts(ids bigint[]) returns table (id bigint, required integer, filled integer, no bigint)
  language sql stable set search_path = public, pg_temp as $$
  select p.id, n.required::integer, n.filled::integer, greatest(coalesce(c.requirements_no, 0), coalesce(s.requirements_no, 0))
  from (select r.id, count(*) as required, count(*) filter (where r.filled) as filled from product_requirements(ids) r group by r.id) n
  join products p on p.company_id = current_company() and p.id = n.id
  left join product_categories c on c.company_id = p.company_id and c.id = p.category_id
  left join catalogue_settings s on s.company_id = p.company_id
$$;

-- Stores these counts: no version, no history. Locking first and counting in a statement of its own, it sees all that those who had
-- the product before it stored. `touched`: values of them were written, so they have the version that those were given.
create function count_products(ids bigint[], touched boolean default false) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  perform from products p where p.company_id = current_company() and p.id = any (ids) order by p.id for no key update;
  update products p set required_count = n.required, filled_count = n.filled, requirements_no = n.no,
    category = (select c.name from product_categories c where c.company_id = p.company_id and c.id = p.category_id),
    version = greatest(p.version, newest.version), updated_at = case when newest.version > p.version then now() else p.updated_at end
  from product_counts(ids) n
  left join lateral (
    select max(v.version) as version from product_values v where touched and v.company_id = current_company() and v.product_id = n.id
  ) newest on true
  where p.company_id = current_company() and p.id = n.id
    and (newest.version > p.version or (p.required_count, p.filled_count, p.requirements_no) is distinct from (n.required, n.filled, n.no));
end $$;

-- Values that came in one statement with their products are counted with those.
create function values_counted() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  written bigint[];
  ids bigint[];
begin
  if tg_op = 'DELETE' then
    select array_agg(distinct product_id) into ids from before_rows;
    if ids is null then return null; end if;
    perform count_products(ids);
    update products set version = version + 1, updated_at = now() where company_id = current_company() and id = any (ids);
    return null;
  end if;
  select array_agg(distinct product_id) into written from after_rows;
  if written is null then return null; end if;
  select array_agg(p.id) into ids from products p
  where p.company_id = current_company() and p.id = any (written)
    and p.version < (select max(v.version) from product_values v where v.company_id = p.company_id and v.product_id = p.id);
  if ids is not null then perform count_products(ids, touched => true); end if;
  return null;
end $$;
create trigger values_added after insert on product_values referencing new table as after_rows
  for each statement execute function values_counted();
create trigger values_changed after update on product_values referencing old table as before_rows new table as after_rows
  for each statement execute function values_counted();
create trigger values_removed after delete on product_values referencing old table as before_rows
  for each statement execute function values_counted();

create function products_counted() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  ids bigint[];
begin
  if tg_op = 'INSERT' then select array_agg(id) into ids from after_rows;
  else
    -- Full: never planned as a nested loop, which the plan of a single row would be for thousands, too.
    select array_agg(n.id) into ids from before_rows o full join after_rows n on n.company_id = o.company_id and n.id = o.id
    where (n.category_id, n.brand, n.unit, n.description, n.gtin) is distinct from (o.category_id, o.brand, o.unit, o.description, o.gtin);
  end if;
  if ids is not null then perform count_products(ids, touched => tg_op = 'INSERT'); end if;
  return null;
end $$;
create trigger products_added after insert on products referencing new table as after_rows
  for each statement execute function products_counted();
create trigger products_changed after update on products referencing old table as before_rows new table as after_rows
  for each statement execute function products_counted();

-- Counts up to `most` products whose counts are of older requirements; returns how many there were.
create function count_outdated_products(most integer) returns integer language plpgsql set search_path = public, pg_temp as $$
declare
  ids bigint[];
begin
  select array_agg(o.id) into ids from (
    select p.id from product_categories c
    join products p on p.company_id = c.company_id and p.category_id = c.id and p.deleted_at is null
    left join catalogue_settings s on s.company_id = c.company_id
    where c.company_id = current_company() and p.requirements_no < greatest(c.requirements_no, coalesce(s.requirements_no, 0))
    union all
    select p.id from catalogue_settings s
    join products p on p.company_id = s.company_id and p.category_id is null and p.deleted_at is null and p.requirements_no < s.requirements_no
    where s.company_id = current_company()
    limit most
  ) o;
  if ids is null then return 0; end if;
  perform count_products(ids);
  return cardinality(ids);
end $$;

-- The ids of the current company's products that contain the text; as search_leads does it.
create function search_products(pattern text) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select id from public.products where company_id = public.current_company() and search_text like pattern and deleted_at is null;
end;
revoke all on function search_products from public;
grant execute on function search_products to leadroom_app;

-- The current company's product of this code, whatever its case. Row-level security would switch the index off here, too.
create function product_by_code(asked text) returns bigint
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select id from public.products where company_id = public.current_company() and public.fold(code) = public.fold(asked) and deleted_at is null;
end;
revoke all on function product_by_code from public;
grant execute on function product_by_code to leadroom_app;

-- For exact totals of the lists of products.
create table product_count_deltas (
  company_id   integer not null,
  xid          xid8 not null default pg_current_xact_id(),
  id           bigint generated always as identity,
  n            integer not null,
  category_id  bigint,
  category     text,
  brand        text,
  discoverable boolean not null,
  complete     boolean not null,
  primary key (company_id, xid, id)
);
select tenant_table('product_count_deltas', history => false, grants => 'select, insert, delete');
select counts_into('products', 'product_count_deltas', due => 'product-list-counts');

-- Products that were there before are counted by what is asked of them.
alter table products no force row level security;
alter table products disable trigger user;
update products set required_count = 3, filled_count = 2 + (category_id is not null)::integer;
alter table products enable trigger user;
alter table products force row level security;

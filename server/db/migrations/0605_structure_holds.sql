-- What holds of the catalogue's structure whoever changes it, an undo too.

-- Numbers of requirements are given one company at a time, those of its settings too: a number that is lower than another one is
-- stored before it. Otherwise products that were counted by the higher one would never be counted by the lower.
--
-- An undo of the first settings leaves their row, so that the number of their requirements only grows: it asks for nothing then.
alter table catalogue_settings add column deleted_at timestamptz;
drop trigger versions on catalogue_settings;
create trigger versions before update of required_fields, hide_incomplete, code_pattern, deleted_at on catalogue_settings
  for each row execute function count_version();
create or replace function required_fields_changed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.deleted_at is not null then
    new.required_fields := '{}';
    new.hide_incomplete := false;
    new.code_pattern := null;
  end if;
  perform pg_advisory_xact_lock(hashtext('remake_requirements'), current_company());
  new.requirements_no := nextval('requirement_numbers');
  perform mark_due('product-counts');
  return new;
end $$;
drop trigger required_fields_changed on catalogue_settings;
create trigger required_fields_changed before insert or update of required_fields, deleted_at on catalogue_settings
  for each row execute function required_fields_changed();

-- No circle, no more than five levels, and nothing in a category that is gone.
create function tree_is_sound() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  gone boolean;
  levels integer;
  lost boolean;
begin
  select c.deleted_at is not null into gone from product_categories c where c.company_id = new.company_id and c.id = new.id;
  if gone then
    if exists (select from product_categories c where c.company_id = new.company_id and c.parent_id = new.id and c.deleted_at is null)
      or exists (select from products p where p.company_id = new.company_id and p.category_id = new.id and p.deleted_at is null)
    then
      raise exception 'category % is needed', new.id using errcode = 'foreign_key_violation';
    end if;
  elsif not gone then
    with recursive above (id, parent_id, gone, level) as (
      select c.id, c.parent_id, false, 1 from product_categories c where c.company_id = new.company_id and c.id = new.id
      union all
      select c.id, c.parent_id, c.deleted_at is not null, a.level + 1
      from above a join product_categories c on c.company_id = new.company_id and c.id = a.parent_id where a.level < 6
    ), below (id, level) as (
      select new.id, 0
      union all
      select c.id, b.level + 1 from below b
      join product_categories c on c.company_id = new.company_id and c.parent_id = b.id and c.deleted_at is null where b.level < 6
    )
    select (select max(level) from above) + (select max(level) from below), (select bool_or(a.gone) from above a) into levels, lost;
    if levels > 5 then raise exception 'category % would be on level %', new.id, levels using errcode = 'check_violation'; end if;
    if lost then raise exception 'the category above % is gone', new.id using errcode = 'foreign_key_violation'; end if;
  end if;
  return null;
end $$;
create constraint trigger tree_is_sound after insert or update of parent_id, deleted_at on product_categories
  deferrable initially immediate for each row execute function tree_is_sound();

-- A product's category is there, and stays there until the product is stored.
create or replace function name_category() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  gone boolean;
begin
  new.category := null;
  if new.category_id is null then return new; end if;
  select c.name, c.deleted_at is not null into new.category, gone
  from product_categories c where c.company_id = new.company_id and c.id = new.category_id for share;
  if gone and new.deleted_at is null then
    raise exception 'category % is gone', new.category_id using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;
drop trigger category_named on products;
create trigger category_named before insert or update of category_id, deleted_at on products
  for each row execute function name_category();

-- Products that became incomplete while they were shown, until people are told of them.
create table product_gaps (
  company_id integer not null,
  product_id bigint not null,
  at         timestamptz not null default now(),
  -- Looked at by the worker: hidden, if the company wants that.
  seen       boolean not null default false,
  primary key (company_id, product_id),
  foreign key (company_id, product_id) references products (company_id, id)
);
create index product_gaps_unseen on product_gaps (company_id, product_id) where not seen;
select tenant_table('product_gaps', history => false);

create function gaps_opened() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into product_gaps (company_id, product_id)
  select n.company_id, n.id from after_rows n join before_rows o on o.company_id = n.company_id and o.id = n.id
  where n.discoverable and o.discoverable and o.complete and not n.complete and n.deleted_at is null
  order by n.id
  on conflict (company_id, product_id) do update set seen = false, at = now();
  if found then perform mark_due('product-gaps'); end if;
  return null;
end $$;
create trigger gaps_opened after update on products referencing old table as before_rows new table as after_rows
  for each statement execute function gaps_opened();

-- All values of an attribute are of its type, once an act is done.
create function values_fit() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from product_attributes a
    join product_values v on v.company_id = a.company_id and v.attribute_id = a.id and v.deleted_at is null
    where a.company_id = new.company_id and a.id = new.id and case a.type
      when 'quantity' then jsonb_typeof(v.value) <> 'object' or not v.value ? 'value'
      when 'range' then jsonb_typeof(v.value) <> 'object' or not v.value ? 'min'
      when 'options' then jsonb_typeof(v.value) <> 'array'
      when 'boolean' then jsonb_typeof(v.value) <> 'boolean'
      else jsonb_typeof(v.value) not in ('string', 'number') end)
  then
    raise exception 'attribute % has values of another type', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger values_fit after update of type on product_attributes
  deferrable initially immediate for each row execute function values_fit();

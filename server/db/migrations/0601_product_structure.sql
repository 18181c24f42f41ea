-- What products are described by: a tree of categories, typed attributes, and which attributes each category asks for.

create table product_categories (
  company_id      integer not null,
  id              bigint generated always as identity,
  parent_id       bigint,
  code            text not null,
  name            text not null,
  position        integer not null default 0,
  requires_image  boolean not null default false,
  -- The same or that of a category above it; and the number of the last change of what its products must have. Made by
  -- remake_requirements().
  image_required  boolean not null default false,
  requirements_no bigint not null default 0,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  version         integer not null default 1,
  deleted_at      timestamptz,
  primary key (company_id, id),
  foreign key (company_id, parent_id) references product_categories (company_id, id)
);
create unique index product_categories_code on product_categories (company_id, fold(code)) where deleted_at is null;
create unique index product_categories_name on product_categories (company_id, coalesce(parent_id, 0), fold(name)) where deleted_at is null;
create index product_categories_parent on product_categories (company_id, parent_id) where parent_id is not null;
create trigger versions before update of parent_id, code, name, position, requires_image, deleted_at on product_categories
  for each row execute function count_version();

create table product_attributes (
  company_id    integer not null,
  id            bigint generated always as identity,
  code          text not null check (code ~ '^[a-z][a-z0-9_]{0,39}$'),
  label         text not null,
  grouped_under text not null default 'General',
  type          text not null check (type in ('text', 'long_text', 'number', 'quantity', 'range', 'boolean', 'date', 'option', 'options', 'url')),
  position      integer not null default 0,
  help          text,
  -- The limits of its type. Numbers and days are kept as they were entered; of quantities they are in the default unit.
  max_length    integer,
  mask          text,
  min           text,
  max           text,
  decimals      integer,
  family        text,
  units         text[] not null default '{}',
  default_unit  text,
  unique_values boolean not null default false,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  version       integer not null default 1,
  deleted_at    timestamptz,
  primary key (company_id, id)
);
-- A code is never given twice, so that the history of an attribute that is gone still reads true.
create unique index product_attributes_code on product_attributes (company_id, code);
create trigger versions before update on product_attributes for each row execute function count_version();
select tenant_table('product_attributes');

create table product_attribute_options (
  company_id   integer not null,
  id           bigint generated always as identity,
  attribute_id bigint not null,
  code         text not null,
  label        text not null,
  position     integer not null default 0,
  -- Offered no more; values that have it keep it.
  retired      boolean not null default false,
  version      integer not null default 1,
  updated_at   timestamptz not null default now(),
  deleted_at   timestamptz,
  primary key (company_id, id),
  foreign key (company_id, attribute_id) references product_attributes (company_id, id)
);
create unique index product_attribute_options_code on product_attribute_options (company_id, attribute_id, code);
create index product_attribute_options_label on product_attribute_options (company_id, attribute_id, fold(label) text_pattern_ops);
create trigger versions before update on product_attribute_options for each row execute function count_version();
select tenant_table('product_attribute_options', root => 'product_attributes', root_column => 'attribute_id', silent => '{attribute_id}');

-- What a category adds to those above it: a category below may add and may require, and takes nothing away.
create table category_attributes (
  company_id   integer not null,
  id           bigint generated always as identity,
  category_id  bigint not null,
  attribute_id bigint not null,
  required     boolean not null default false,
  position     integer not null default 0,
  primary key (company_id, id),
  unique (company_id, category_id, attribute_id),
  foreign key (company_id, category_id) references product_categories (company_id, id),
  foreign key (company_id, attribute_id) references product_attributes (company_id, id)
);
create index category_attributes_attribute on category_attributes (company_id, attribute_id);
select tenant_table('category_attributes', root => 'product_categories', root_column => 'category_id', silent => '{category_id}');

-- What a company asks of all its products. No row: nothing more than what is usual.
create table catalogue_settings (
  company_id      integer not null,
  id              bigint generated always as identity,
  required_fields text[] not null default '{}' check (required_fields <@ '{brand,unit,description,gtin,image}'),
  -- Whether a product that becomes incomplete is hidden.
  hide_incomplete boolean not null default false,
  -- The code of a new product that is given none, such as P-#####; null: whoever adds it says its code.
  code_pattern    text,
  requirements_no bigint not null default 0,
  updated_at      timestamptz not null default now(),
  version         integer not null default 1,
  primary key (company_id, id),
  unique (company_id)
);
create trigger versions before update of required_fields, hide_incomplete, code_pattern on catalogue_settings
  for each row execute function count_version();
select tenant_table('catalogue_settings', silent => '{requirements_no}');

-- Made of the above by remake_requirements(): all attributes of a category, with those of the categories above it.
create table category_requirements (
  company_id   integer not null,
  category_id  bigint not null,
  attribute_id bigint not null,
  required     boolean not null,
  -- The highest category that requires it.
  required_by  bigint,
  position     integer not null,
  primary key (company_id, category_id, attribute_id)
);
select tenant_table('category_requirements', history => false);

create sequence requirement_numbers;
grant usage on sequence requirement_numbers to leadroom_app;

-- Makes the requirements of these categories and of all below them anew. Their products are counted by the due worker; until it has
-- come to one, whoever reads it sees by its number that its counts are old.
create function remake_requirements(touched bigint[]) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  affected bigint[];
begin
  perform pg_advisory_xact_lock(hashtext('remake_requirements'), current_company());
  with recursive below (id) as (
    select c.id from product_categories c where c.company_id = current_company() and c.id = any (touched)
    union
    select c.id from below join product_categories c on c.company_id = current_company() and c.parent_id = below.id
  )
  select array_agg(id) into affected from below;
  if affected is null then return; end if;

  delete from category_requirements where company_id = current_company() and category_id = any (affected);
  with recursive chain (category_id, ancestor_id, depth) as (
    select id, id, 0 from unnest(affected) id
    union all
    select chain.category_id, c.parent_id, depth + 1 from chain
    join product_categories c on c.company_id = current_company() and c.id = chain.ancestor_id
    where c.parent_id is not null and depth < 5
  ), asked as (
    select chain.category_id, chain.ancestor_id, chain.depth, a.attribute_id, a.required, a.position
    from chain join category_attributes a on a.company_id = current_company() and a.category_id = chain.ancestor_id
    join product_attributes t on t.company_id = current_company() and t.id = a.attribute_id and t.deleted_at is null
  )
  insert into category_requirements (company_id, category_id, attribute_id, required, required_by, position)
  select current_company(), category_id, attribute_id, bool_or(required),
    (array_agg(ancestor_id order by depth desc) filter (where required))[1], (array_agg(position order by depth))[1]
  from asked group by category_id, attribute_id;

  with recursive chain (category_id, ancestor_id, depth) as (
    select id, id, 0 from unnest(affected) id
    union all
    select chain.category_id, c.parent_id, depth + 1 from chain
    join product_categories c on c.company_id = current_company() and c.id = chain.ancestor_id
    where c.parent_id is not null and depth < 5
  ), pictured as (
    select chain.category_id, bool_or(c.requires_image) as wanted
    from chain join product_categories c on c.company_id = current_company() and c.id = chain.ancestor_id group by 1
  )
  update product_categories c set image_required = p.wanted, requirements_no = nextval('requirement_numbers')
  from pictured p where c.company_id = current_company() and c.id = p.category_id;
  perform mark_due('product-counts');
end $$;

create function requirements_changed() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  touched bigint[];
begin
  if tg_table_name = 'product_categories' and tg_op = 'INSERT' then
    select array_agg(id) into touched from after_rows;
  elsif tg_table_name = 'product_categories' then
    -- Full: never planned as a nested loop, which the plan of a single row would be for thousands, too.
    select array_agg(n.id) into touched from before_rows o full join after_rows n on n.company_id = o.company_id and n.id = o.id
    where (n.parent_id, n.requires_image, n.name) is distinct from (o.parent_id, o.requires_image, o.name);
  elsif tg_table_name = 'product_attributes' then
    select array_agg(n.id) into touched from before_rows o full join after_rows n on n.company_id = o.company_id and n.id = o.id
    where (n.deleted_at is null) <> (o.deleted_at is null);
    select array_agg(distinct a.category_id) into touched from category_attributes a
    where a.company_id = current_company() and a.attribute_id = any (touched);
  elsif tg_op = 'DELETE' then
    select array_agg(distinct category_id) into touched from before_rows;
  else
    select array_agg(distinct category_id) into touched from after_rows;
  end if;
  if touched is not null then perform remake_requirements(touched); end if;
  return null;
end $$;
create trigger requirements_made after insert on product_categories referencing new table as after_rows
  for each statement execute function requirements_changed();
create trigger requirements_changed after update on product_categories referencing old table as before_rows new table as after_rows
  for each statement execute function requirements_changed();
create trigger requirements_changed after update on product_attributes referencing old table as before_rows new table as after_rows
  for each statement execute function requirements_changed();
create trigger requirements_added after insert on category_attributes referencing new table as after_rows
  for each statement execute function requirements_changed();
create trigger requirements_changed after update on category_attributes referencing old table as before_rows new table as after_rows
  for each statement execute function requirements_changed();
create trigger requirements_removed after delete on category_attributes referencing old table as before_rows
  for each statement execute function requirements_changed();

-- The base fields are asked of all products, those without a category too.
create function required_fields_changed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.requirements_no := nextval('requirement_numbers');
  perform mark_due('product-counts');
  return new;
end $$;
create trigger required_fields_changed before insert or update of required_fields on catalogue_settings
  for each row execute function required_fields_changed();

-- Products that may be the same, what makes them so, and which were merged.

-- What two products must share: the GTIN, the name with the brand, or the code without separators. As digests, short whatever the text.
create table product_keys (
  company_id integer not null,
  product_id bigint not null,
  kind       text not null,
  key        uuid not null,
  primary key (company_id, product_id, kind),
  foreign key (company_id, product_id) references products (company_id, id) on delete cascade
);
create index product_keys_key on product_keys (company_id, kind, key, product_id);
select tenant_table('product_keys', history => false);

create function product_keys_of(name text, brand text, code text, gtin text) returns table (kind text, key uuid)
  language sql immutable parallel safe set search_path = public, pg_temp as $$
  select said.kind, encode(substr(sha256(convert_to(said.text, 'UTF8')), 1, 16), 'hex')::uuid
  from (values ('gtin', nullif(gtin, '')), ('name', product_key(name) || chr(10) || coalesce(product_key(brand), '')),
    ('code', nullif(plain_code(code), ''))) as said (kind, text)
  where said.text is not null
$$;

create function keep_product_keys() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  ids bigint[];
begin
  if tg_op = 'INSERT' then select array_agg(id) into ids from after_rows;
  else
    -- Full: never planned as a nested loop, which the plan of a single row would be for thousands, too.
    select array_agg(n.id) into ids from after_rows n full join before_rows o on o.company_id = n.company_id and o.id = n.id
    where (n.name, n.brand, n.code, n.gtin, n.deleted_at is null) is distinct from (o.name, o.brand, o.code, o.gtin, o.deleted_at is null);
  end if;
  if ids is null then return null; end if;
  if tg_op = 'UPDATE' then delete from product_keys where company_id = current_company() and product_id = any (ids); end if;
  insert into product_keys (company_id, product_id, kind, key)
  select p.company_id, p.id, k.kind, k.key from products p cross join lateral product_keys_of(p.name, p.brand, p.code, p.gtin) k
  where p.company_id = current_company() and p.id = any (ids) and p.deleted_at is null;
  return null;
end $$;
create trigger product_keys_added after insert on products referencing new table as after_rows
  for each statement execute function keep_product_keys();
create trigger product_keys_changed after update on products referencing old table as before_rows new table as after_rows
  for each statement execute function keep_product_keys();

alter table product_keys no force row level security;
insert into product_keys (company_id, product_id, kind, key)
select p.company_id, p.id, k.kind, k.key from products p cross join lateral product_keys_of(p.name, p.brand, p.code, p.gtin) k
where p.deleted_at is null;
alter table product_keys force row level security;

-- Two products that somebody has marked as different; the smaller id first.
create table not_product_duplicates (
  company_id integer not null,
  id         bigint generated always as identity,
  product_id bigint not null,
  other_id   bigint not null,
  said_by    integer not null,
  said_at    timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, product_id, other_id),
  foreign key (company_id, product_id) references products (company_id, id) on delete cascade,
  foreign key (company_id, other_id) references products (company_id, id) on delete cascade,
  foreign key (company_id, said_by) references identity.memberships (company_id, id)
);
create index on not_product_duplicates (company_id, other_id);
select tenant_table('not_product_duplicates', root => 'products', root_column => 'product_id', silent => '{product_id,said_by,said_at}');

create table product_merges (
  company_id  integer not null,
  id          bigint generated always as identity,
  winner_id   bigint not null,
  loser_id    bigint not null,
  merged_by   integer not null,
  merged_at   timestamptz not null default now(),
  -- The fields that the winner took, as they were and as they became, and the ids of the rows that went over to it, by table.
  taken       jsonb not null,
  moved       jsonb not null,
  unmerged_by integer,
  unmerged_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, winner_id) references products (company_id, id),
  foreign key (company_id, loser_id) references products (company_id, id),
  foreign key (company_id, merged_by) references identity.memberships (company_id, id),
  foreign key (company_id, unmerged_by) references identity.memberships (company_id, id)
);
create unique index product_merges_loser on product_merges (company_id, loser_id) where unmerged_at is null;
create index product_merges_winner on product_merges (company_id, winner_id, id desc);
select tenant_table('product_merges', root => 'products', root_column => 'winner_id');

-- The product that this one has become part of, at the end of however many merges; itself where it is part of none.
create function product_now(asked bigint) returns bigint language sql stable set search_path = public, pg_temp as $$
  with recursive chain (id, merged_into) as (
    select id, merged_into from products where company_id = current_company() and id = asked
    union
    select p.id, p.merged_into from chain join products p on p.company_id = current_company() and p.id = chain.merged_into
  )
  select id from chain where merged_into is null
$$;

-- The current company's products that are called alike, the likest first; see suggest_products for why it goes round the policies.
create function alike_products(said text, within bigint, most integer) returns table (product_id bigint, score real)
  language plpgsql stable security definer set search_path = public, pg_temp set pg_trgm.similarity_threshold = 0.6 as $$
begin
  return query
  select p.id, similarity(fold(p.name), fold(said)) from products p
  where p.company_id = current_company() and p.deleted_at is null and p.category_id is not distinct from within
    and fold(p.name) % fold(said)
  order by 2 desc, 1 limit most;
end $$;
revoke all on function alike_products from public;
grant execute on function alike_products to leadroom_app;

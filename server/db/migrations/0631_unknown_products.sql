-- Names that are no product's: what people said they mean, what they put aside, and what the catalogue suggests.

-- Other names of a product, as they were learned or added. A name is one product's alone.
create table product_synonyms (
  company_id integer not null,
  id         bigint generated always as identity,
  -- product_key of the text: by it the name is found.
  key        text not null,
  text       text not null,
  product_id bigint not null,
  source     text not null default 'learned' check (source in ('learned', 'manual', 'import')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version    integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, product_id) references products (company_id, id) on delete cascade
);
create unique index product_synonyms_key on product_synonyms (company_id, key);
create index on product_synonyms (company_id, product_id);
create trigger versions before update on product_synonyms for each row execute function count_version();
select tenant_table('product_synonyms', silent => '{key,created_at}');

create table ignored_product_names (
  company_id integer not null,
  id         bigint generated always as identity,
  key        text not null,
  text       text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index ignored_product_names_key on ignored_product_names (company_id, key);
select tenant_table('ignored_product_names', silent => '{key,created_at}');

-- What of a text looks like a code: at least four signs with a digit among them, without dashes and dots.
create function code_tokens(value text) returns setof text language sql immutable parallel safe strict as $$
  select distinct token from (
    select regexp_replace(part, '[^[:alnum:]]', '', 'g') as token from regexp_split_to_table(fold(value), '[\s,;()/]+') part) tokens
  where length(token) >= 4 and token ~ '[0-9]' and token ~ '[[:alpha:]]';
$$;
create function plain_code(value text) returns text language sql immutable parallel safe strict
  return regexp_replace(fold(value), '[^[:alnum:]]', '', 'g');

-- The current company's products that a name may mean, the likeliest first: one whose code stands in it, then those that are called
-- alike. It goes round row-level security, which would switch the trigram index off, and returns only ids; see search_leads.
create function suggest_products(said text, most integer) returns table (product_id bigint, score real, why text)
  language plpgsql stable security definer set search_path = public, pg_temp set pg_trgm.similarity_threshold = 0.2 as $$
begin
  return query
  with found as (
    select p.id, 1::real as score, 1 as place from code_tokens(said) token
    join products p on p.company_id = current_company() and plain_code(p.code) = token and p.deleted_at is null
    union all
    select * from (
      select p.id, similarity(fold(p.name), fold(said)), 2 from products p
      where p.company_id = current_company() and p.deleted_at is null and fold(p.name) % fold(said)
      order by 2 desc, 1 limit most) alike
  ), best as (
    select distinct on (id) id, found.score, place from found order by id, place
  )
  select best.id, best.score, case place when 1 then 'code' else 'alike' end from best order by place, best.score desc, best.id limit most;
end $$;
revoke all on function suggest_products from public;
grant execute on function suggest_products to leadroom_app;

-- The current company's products that go by these names: by name, by code, by synonym, in that order. A name that two products have is
-- none's. Row-level security would switch the indexes of folded names off here, too.
create function match_products(names text[]) returns table (said text, product_id bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
  select asked.sent, case when named.many > 0 then named.only else coalesce(coded.id, synonym.product_id) end
  from (select distinct unnest(names) as sent) asked
  cross join lateral (
    select count(*) as many, case when count(*) = 1 then min(two.id) end as only from (
      select p.id from products p where p.company_id = current_company() and fold(p.name) = fold(btrim(asked.sent)) and p.deleted_at is null limit 2) two
  ) named
  left join products coded on coded.company_id = current_company() and fold(coded.code) = fold(btrim(asked.sent)) and coded.deleted_at is null
  left join (product_synonyms synonym join products p on p.company_id = synonym.company_id and p.id = synonym.product_id and p.deleted_at is null)
    on synonym.company_id = current_company() and synonym.key = product_key(asked.sent)
  where named.only is not null or named.many = 0 and coalesce(coded.id, synonym.product_id) is not null;
end $$;
revoke all on function match_products from public;
grant execute on function match_products to leadroom_app;

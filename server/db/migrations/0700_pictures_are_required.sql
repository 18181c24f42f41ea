-- A picture with words for those who cannot see it may be required, by the company of all products or by a category; and what a
-- product is called besides is searched, too.
create or replace function product_requirements(ids bigint[])
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
  union all
  select p.id, 'image', 'image', null, case when c.image_required then c.id end, exists (
    select from product_pictures i
    where i.company_id = p.company_id and i.product_id = p.id and i.deleted_at is null and i.picture_id is not null and i.alt <> '')
  from products p
  left join product_categories c on c.company_id = p.company_id and c.id = p.category_id
  left join catalogue_settings s on s.company_id = p.company_id
  where p.company_id = current_company() and p.id = any (ids) and (c.image_required or 'image' = any (s.required_fields))
$$;

create or replace function product_picture_counted() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update products set version = new.version, updated_at = now()
  where company_id = new.company_id and id = new.product_id and version < new.version;
  perform count_products(array[new.product_id]);
  return null;
end $$;

create or replace function search_products(pattern text) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select id from public.products where company_id = public.current_company() and search_text like pattern and deleted_at is null
  union
  select product_id from public.product_synonyms where company_id = public.current_company() and public.fold(text) like pattern;
end;

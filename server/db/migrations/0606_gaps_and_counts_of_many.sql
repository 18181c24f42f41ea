-- Of many products at once: no plan that was made for one product.

create or replace function gaps_opened() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  -- Full, and kept so by the conditions: never planned as a nested loop, which the plan of a single row would be for thousands, too.
  insert into product_gaps (company_id, product_id)
  select n.company_id, n.id from before_rows o full join after_rows n on n.company_id = o.company_id and n.id = o.id
  where coalesce(o.discoverable and o.complete, false) and coalesce(n.discoverable and not n.complete and n.deleted_at is null, false)
  order by n.id
  on conflict (company_id, product_id) do update set seen = false, at = now();
  if found then perform mark_due('product-gaps'); end if;
  return null;
end $$;

-- Each chunk finds its products in the index of 0607, past all that are counted.
create or replace function count_outdated_products(most integer) returns integer language plpgsql set search_path = public, pg_temp as $$
declare
  ids bigint[];
begin
  select array_agg(o.id) into ids from (
    select p.id from product_categories c
    left join catalogue_settings s on s.company_id = c.company_id
    cross join lateral (
      select p.id from products p
      where p.company_id = c.company_id and p.category_id = c.id and p.deleted_at is null
        and p.requirements_no < greatest(c.requirements_no, coalesce(s.requirements_no, 0))
      limit most
    ) p
    where c.company_id = current_company()
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

drop index if exists products_old_counts;

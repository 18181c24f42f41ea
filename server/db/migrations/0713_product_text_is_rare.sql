-- Whether the trigram index is the shorter way to the current company's products with such a text: what the planner would do.
create function product_text_is_rare(pattern text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  plan json;
begin
  execute format('explain (format json) select id from products where company_id = %s and search_text like %L and deleted_at is null',
    coalesce(current_company(), 0), pattern) into plan;
  return plan->0->'Plan'->>'Node Type' = 'Bitmap Heap Scan';
end $$;
revoke all on function product_text_is_rare from public;
grant execute on function product_text_is_rare to leadroom_app;

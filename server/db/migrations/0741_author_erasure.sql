-- What an author told of themselves is forgotten when they were deleted so long ago that they can't come back.
alter table blog_authors add column erased_at timestamptz;

-- Empties the current company's next authors that were deleted 30 days ago, here and in the history; returns how many. The application
-- may change the history this way for them, and it takes no values.
create function erase_deleted_authors(most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old bigint[];
begin
  select array_agg(o.id) into old from (
    select id from blog_authors
    where company_id = current_company() and erased_at is null and deleted_at < now() - interval '30 days'
    order by deleted_at limit most for update skip locked
  ) o;
  if old is null then return 0; end if;
  update blog_authors set email = '', photo_id = null, erased_at = now() where company_id = current_company() and id = any (old);
  -- The rows of the history stay as they were sealed: they know these values by digest alone.
  update change_values v set fields = null from changes c
  where c.company_id = current_company() and c.root = 'blog_authors' and c.root_id = any (old)
    and v.company_id = c.company_id and v.digest = c.personal and v.fields is not null;
  return cardinality(old);
end $$;
revoke all on function erase_deleted_authors from public;
grant execute on function erase_deleted_authors to leadroom_app;

-- Versions of posts are only added, so those of a deleted author or category go on naming it: whoever took over its posts is found here.
-- In their order, each once; one that nobody took over from is itself.
create function blog_authors_now(of_company integer, ids bigint[]) returns bigint[]
  language sql stable set search_path = public, pg_temp as $$
  with recursive now (id, next, place) as (
    select a.id, a.replaced_by, n.place from unnest(ids) with ordinality n (id, place)
    join blog_authors a on a.company_id = of_company and a.id = n.id
    union
    select a.id, a.replaced_by, now.place from now join blog_authors a on a.company_id = of_company and a.id = now.next)
  select coalesce(array_agg(id order by place), '{}')
  from (select id, min(place) as place from now where next is null group by id) each_once
$$;
create function blog_categories_now(of_company integer, ids bigint[]) returns bigint[]
  language sql stable set search_path = public, pg_temp as $$
  with recursive now (id, next, place) as (
    select c.id, c.replaced_by, n.place from unnest(ids) with ordinality n (id, place)
    join blog_categories c on c.company_id = of_company and c.id = n.id
    union
    select c.id, c.replaced_by, now.place from now join blog_categories c on c.company_id = of_company and c.id = now.next)
  select coalesce(array_agg(id order by place), '{}')
  from (select id, min(place) as place from now where next is null group by id) each_once
$$;

-- Who a post is by and what it is filed under now, made of its draft and its live version.
create function make_blog_post_joins(of_company integer, of_post bigint) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  delete from blog_post_authors where company_id = of_company and post_id = of_post;
  insert into blog_post_authors (company_id, post_id, author_id, draft, live, position)
  select p.company_id, p.id, a.id, bool_or(v.number = p.draft_version), bool_or(p.live and v.number = p.live_version),
    coalesce(min(a.no) filter (where v.number = p.draft_version), min(a.no))
  from blog_posts p
  join blog_versions v on v.company_id = p.company_id and v.post_id = p.id and v.number in (p.draft_version, p.live_version)
  cross join lateral unnest(blog_authors_now(p.company_id, v.author_ids)) with ordinality a (id, no)
  where p.company_id = of_company and p.id = of_post
  group by p.company_id, p.id, a.id;
  delete from blog_post_categories where company_id = of_company and post_id = of_post;
  insert into blog_post_categories (company_id, post_id, category_id, draft, live, position)
  select p.company_id, p.id, c.id, bool_or(v.number = p.draft_version), bool_or(p.live and v.number = p.live_version),
    coalesce(min(c.no) filter (where v.number = p.draft_version), min(c.no))
  from blog_posts p
  join blog_versions v on v.company_id = p.company_id and v.post_id = p.id and v.number in (p.draft_version, p.live_version)
  cross join lateral unnest(blog_categories_now(p.company_id, v.category_ids)) with ordinality c (id, no)
  where p.company_id = of_company and p.id = of_post
  group by p.company_id, p.id, c.id;
end $$;
create or replace function blog_post_joins() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform make_blog_post_joins(new.company_id, new.id);
  return null;
end $$;

-- Posts follow when an author or a category is taken over from, and come back when that is undone.
create function blog_posts_follow() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'blog_authors' then
    perform make_blog_post_joins(company_id, post_id) from (
      select distinct company_id, post_id from blog_post_authors
      where company_id = new.company_id
        and author_id = any (new.id || blog_authors_now(new.company_id, array[old.replaced_by, new.replaced_by]))) posts;
  else
    perform make_blog_post_joins(company_id, post_id) from (
      select distinct company_id, post_id from blog_post_categories
      where company_id = new.company_id
        and category_id = any (new.id || blog_categories_now(new.company_id, array[old.replaced_by, new.replaced_by]))) posts;
  end if;
  return null;
end $$;
create trigger follow after update of replaced_by on blog_authors
  for each row when (old.replaced_by is distinct from new.replaced_by) execute function blog_posts_follow();
create trigger follow after update of replaced_by on blog_categories
  for each row when (old.replaced_by is distinct from new.replaced_by) execute function blog_posts_follow();

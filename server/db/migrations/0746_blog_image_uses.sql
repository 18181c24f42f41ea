-- What names a picture of the library: posts, by any of their versions, authors, and what people have typed and not saved. Kept by
-- the tables themselves, so a picture that is used is known as such, whoever wrote the row.
create table blog_image_uses (
  company_id integer not null,
  image_id   bigint not null,
  entity     text not null check (entity in ('blog_posts', 'blog_authors', 'blog_working_copies')),
  -- The id of the post or author; of a working copy whose it is and its key.
  row_key    text not null,
  primary key (company_id, image_id, entity, row_key),
  foreign key (company_id, image_id) references blog_images (company_id, id)
);
create index blog_image_uses_row on blog_image_uses (company_id, entity, row_key);
select tenant_table('blog_image_uses', history => false);

-- Notes that a row names these pictures. One that was deleted meanwhile comes back, as long as its picture is there.
create function use_blog_images(of_entity text, of_row text, ids bigint[]) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  update blog_images set deleted_at = null
  where company_id = current_company() and id = any (ids) and deleted_at is not null and picture_id is not null
    and not exists (select from blog_images o where o.company_id = blog_images.company_id
      and o.picture_id = blog_images.picture_id and o.deleted_at is null);
  insert into blog_image_uses (company_id, image_id, entity, row_key)
  select company_id, id, of_entity, of_row from blog_images where company_id = current_company() and id = any (ids)
  order by id
  on conflict do nothing;
end $$;

create function blog_version_uses() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform use_blog_images('blog_posts', new.post_id::text, array[new.image_id, new.og_image_id] || new.image_ids);
  return null;
end $$;
create trigger uses after insert on blog_versions for each row execute function blog_version_uses();

-- A post whose text was forgotten uses nothing.
create function blog_versions_forgotten() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from blog_image_uses u using (select distinct company_id, post_id from gone) g
  where u.company_id = g.company_id and u.entity = 'blog_posts' and u.row_key = g.post_id::text
    and not exists (select from blog_versions v where v.company_id = g.company_id and v.post_id = g.post_id);
  return null;
end $$;
create trigger uses_forgotten after delete on blog_versions referencing old table as gone
  for each statement execute function blog_versions_forgotten();

create function blog_author_uses() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    delete from blog_image_uses
    where company_id = old.company_id and entity = 'blog_authors' and row_key = old.id::text and image_id = old.photo_id;
  end if;
  if tg_op <> 'DELETE' and new.photo_id is not null then
    perform use_blog_images('blog_authors', new.id::text, array[new.photo_id]);
  end if;
  return null;
end $$;
create trigger uses after insert or delete or update of photo_id on blog_authors
  for each row execute function blog_author_uses();

create function blog_working_copy_uses() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  ids bigint[] := '{}';
  copy text;
begin
  if tg_op = 'DELETE' then copy := old.person_id || ':' || old.key; else copy := new.person_id || ':' || new.key; end if;
  if tg_op <> 'DELETE' then
    select coalesce(array_agg(distinct found.id::numeric::bigint), '{}') into ids from (
      select jsonb_path_query(new.fields, '$.**.image_id ? (@.type() == "number" && @ >= 1 && @ <= 9007199254740991)') as id
      union all
      select jsonb_path_query(new.fields, '$.**.og_image_id ? (@.type() == "number" && @ >= 1 && @ <= 9007199254740991)')
    ) found;
  end if;
  delete from blog_image_uses
  where company_id = current_company() and entity = 'blog_working_copies' and row_key = copy and image_id <> all (ids);
  if cardinality(ids) > 0 then perform use_blog_images('blog_working_copies', copy, ids); end if;
  return null;
end $$;
create trigger uses after insert or delete or update of fields on blog_working_copies
  for each row execute function blog_working_copy_uses();

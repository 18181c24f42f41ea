-- What readers get of a live post, made when it goes live and again when something that it shows changes.
create table blog_pages (
  company_id   integer not null,
  post_id      bigint not null,
  slug         text not null,
  -- What lists of posts say of it.
  summary      jsonb not null,
  -- Answers as they are sent, but for where the server is and the key of the site.
  json         text not null,
  html         text not null,
  -- Of what is live: the draft may say something else.
  search_text  text not null,
  noindex      boolean not null,
  published_at timestamptz not null,
  -- When it became what it is.
  made_at      timestamptz not null default now(),
  primary key (company_id, post_id),
  foreign key (company_id, post_id) references blog_posts (company_id, id) on delete cascade
);
create index blog_pages_slug on blog_pages (company_id, slug);
create index blog_pages_newest on blog_pages (company_id, published_at desc, post_id desc);
select tenant_table('blog_pages', history => false);

-- What a page shows beside its post.
create table blog_page_uses (
  company_id integer not null,
  entity     text not null check (entity in ('blog_authors', 'blog_categories', 'blog_images', 'blog_posts', 'products')),
  used_id    bigint not null,
  post_id    bigint not null,
  primary key (company_id, entity, used_id, post_id),
  foreign key (company_id, post_id) references blog_pages (company_id, post_id) on delete cascade
);
create index blog_page_uses_post on blog_page_uses (company_id, post_id);
select tenant_table('blog_page_uses', history => false);

-- Posts whose page does not say what it should: it is made again within seconds.
-- A row for each time that this is told, so that nobody waits for who tells the same or is making the page.
create table blog_pages_due (
  company_id integer not null,
  id         bigint generated always as identity,
  post_id    bigint not null,
  primary key (company_id, id)
);
create index blog_pages_due_post on blog_pages_due (company_id, post_id);
select tenant_table('blog_pages_due', history => false);

-- Whoever writes what pages show, by a call, an import or an undo.
create function blog_pages_show() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into blog_pages_due (company_id, post_id)
  select distinct u.company_id, u.post_id from changed c
  join blog_page_uses u on u.company_id = c.company_id and u.entity = tg_table_name and u.used_id = c.id;
  if found then perform mark_due('blog-pages'); end if;
  return null;
end $$;
create trigger shown after update on blog_authors referencing new table as changed
  for each statement execute function blog_pages_show();
create trigger shown after update on blog_categories referencing new table as changed
  for each statement execute function blog_pages_show();
create trigger shown after update on blog_images referencing new table as changed
  for each statement execute function blog_pages_show();
create trigger shown after update on products referencing new table as changed
  for each statement execute function blog_pages_show();
create trigger shown after update on blog_posts referencing new table as changed
  for each statement execute function blog_pages_show();

-- A post that goes live or is taken off, also by an undo.
create function blog_page_due() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into blog_pages_due (company_id, post_id) values (new.company_id, new.id);
  perform mark_due('blog-pages');
  return null;
end $$;
create trigger page after update of live, live_version, slug, archived_at, archive_target_id, deleted_at on blog_posts
  for each row
  when ((old.live, old.live_version, old.slug, old.archived_at, old.archive_target_id, old.deleted_at)
    is distinct from (new.live, new.live_version, new.slug, new.archived_at, new.archive_target_id, new.deleted_at))
  execute function blog_page_due();

-- All pages name the site.
create function blog_pages_of_site() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into blog_pages_due (company_id, post_id)
  select company_id, post_id from blog_pages where company_id = new.company_id;
  perform mark_due('blog-pages');
  return null;
end $$;
create trigger named after insert or update of name, site_url, publisher_name, publisher_logo_id, default_og_image_id, locale on sites
  for each row execute function blog_pages_of_site();

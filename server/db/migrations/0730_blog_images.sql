-- The pictures of posts and authors. A post and an author name a row of this library, and a row names what is stored of it.
create table blog_images (
  company_id integer not null,
  id         bigint generated always as identity,
  -- By which readers load it: 128 random bits, which say nothing about the company.
  key        text not null,
  -- Null once the picture was deleted for good.
  picture_id bigint,
  -- The name of the file that was sent.
  name       text not null default '' check (length(name) <= 200),
  -- What it shows, for people who cannot see it: what a post or an author begins with.
  alt        text not null default '' check (length(alt) <= 250),
  -- What stays in sight when it is cut: parts of its width and height.
  focal_x    double precision not null default 0.5 check (focal_x between 0 and 1),
  focal_y    double precision not null default 0.5 check (focal_y between 0 and 1),
  -- Whether all that readers load has been made: it is after the picture has come, and once more where it is cut elsewhere.
  state      text not null default 'processing' check (state in ('processing', 'ready', 'failed')),
  -- Since when nothing names it, as the clean-up has found.
  unused_at  timestamptz,
  added_by   integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version    integer not null default 1,
  deleted_at timestamptz,
  primary key (company_id, id),
  unique (company_id, key),
  foreign key (company_id, picture_id) references pictures (company_id, id) on delete set null (picture_id)
);
create unique index blog_images_once on blog_images (company_id, picture_id) where deleted_at is null;
create index blog_images_picture on blog_images (company_id, picture_id);
create index blog_images_newest on blog_images (company_id, id) where deleted_at is null;
create index blog_images_waiting on blog_images (company_id, id) where state = 'processing' and deleted_at is null;
create trigger versions before update of alt, focal_x, focal_y, deleted_at on blog_images
  for each row execute function count_version();
select tenant_table('blog_images', silent => '{key,picture_id,name,state,unused_at,added_by,created_at}');
select names_pictures('blog_images');

-- Pictures are found by their key, before it is known whose they are.
create table identity.picture_keys (
  key        text primary key,
  company_id integer not null references identity.companies
);
grant select on identity.picture_keys to leadroom_identity;
create function keep_picture_key() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into identity.picture_keys (key, company_id) values (new.key, new.company_id) on conflict do nothing;
  return null;
end $$;
create trigger keys after insert on blog_images for each row execute function keep_picture_key();

-- Cut elsewhere, it has to be made anew for readers.
create function blog_image_recut() returns trigger language plpgsql as $$
begin
  if (new.focal_x, new.focal_y) is distinct from (old.focal_x, old.focal_y) then new.state := 'processing'; end if;
  return new;
end $$;
create trigger recut before update of focal_x, focal_y on blog_images for each row execute function blog_image_recut();

-- Who posts are by, and what they are filed under.
create table blog_categories (
  company_id  integer not null,
  id          bigint generated always as identity,
  name        text not null check (length(name) between 1 and 80),
  slug        text not null check (length(slug) between 1 and 100),
  description text not null default '' check (length(description) <= 300),
  position    integer not null default 0,
  -- What its posts went to when it was deleted.
  replaced_by bigint,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  version     integer not null default 1,
  deleted_at  timestamptz,
  primary key (company_id, id),
  foreign key (company_id, replaced_by) references blog_categories (company_id, id)
);
create unique index blog_categories_name on blog_categories (company_id, fold(name)) where deleted_at is null;
create unique index blog_categories_slug on blog_categories (company_id, slug) where deleted_at is null;
create index blog_categories_replaced on blog_categories (company_id, replaced_by) where replaced_by is not null;
create trigger versions before update of name, slug, description, position, replaced_by, deleted_at on blog_categories
  for each row execute function count_version();
select tenant_table('blog_categories', silent => '{created_at}');

create table blog_authors (
  company_id  integer not null,
  id          bigint generated always as identity,
  name        text not null check (length(name) between 1 and 120),
  slug        text not null check (length(slug) between 1 and 100),
  -- Never shown to readers.
  email       text not null default '' check (length(email) <= 254),
  role        text not null default '' check (length(role) <= 120),
  bio         text not null default '' check (length(bio) <= 2000),
  photo_id    bigint,
  photo_alt   text not null default '' check (length(photo_alt) <= 250),
  -- At most eight of {label, url}.
  links       jsonb not null default '[]',
  -- A colleague, where the author is one.
  person_id   integer,
  -- One who is inactive is not offered for new posts.
  status      text not null default 'active' check (status in ('active', 'inactive')),
  -- Who the posts went to when the author was deleted.
  replaced_by bigint,
  search_text text not null generated always as (fold(name || ' ' || email)) stored,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  version     integer not null default 1,
  deleted_at  timestamptz,
  primary key (company_id, id),
  foreign key (company_id, photo_id) references blog_images (company_id, id),
  foreign key (company_id, replaced_by) references blog_authors (company_id, id)
);
create unique index blog_authors_slug on blog_authors (company_id, slug) where deleted_at is null;
create index blog_authors_photo on blog_authors (company_id, photo_id) where photo_id is not null;
create index blog_authors_replaced on blog_authors (company_id, replaced_by) where replaced_by is not null;
create index blog_authors_created on blog_authors (company_id, created_at, id) where deleted_at is null;
create trigger versions before update of name, slug, email, role, bio, photo_id, photo_alt, links, person_id, status, replaced_by,
  deleted_at on blog_authors for each row execute function count_version();
select tenant_table('blog_authors', personal => '{email}', silent => '{created_at}');

-- A post is an address with two pointers. All that an editor can change is a row of blog_versions, which are only added: the post
-- points at its draft version and at its live one. Saving adds a version and moves the draft pointer; publishing moves the live one.
create table blog_posts (
  company_id         integer not null,
  id                 bigint generated always as identity,
  -- Given by the database: the next one of the company.
  post_no            integer not null default 0,
  -- The live address; the planned one while the post was never published.
  slug               text not null check (length(slug) between 1 and 100),
  live               boolean not null default false,
  -- What is done with the draft version; clean: it is the live one.
  work               text not null default 'draft' check (work in ('draft', 'in_review', 'scheduled', 'clean')),
  archived_at        timestamptz,
  -- Where readers of an archived post are sent to.
  archive_target_id  bigint,
  draft_version      integer not null default 1,
  live_version       integer,
  publish_at         timestamptz,
  -- The zone that the instant was chosen in: shown, never computed with.
  publish_zone       text,
  send_on_publish    boolean not null default false,
  first_published_at timestamptz,
  published_at       timestamptz,
  -- Who asked for the review that is open, or decided on the last one.
  review_by          integer,
  review_note        text not null default '' check (length(review_note) <= 2000),
  review_at          timestamptz,
  -- Which version somebody else has looked at and approved.
  reviewed_version   integer,
  -- What lists show, sort by and search, made of the draft version.
  title              text not null default '',
  search_text        text not null default '',
  words              integer not null default 0,
  faq_count          integer not null default 0,
  image_id           bigint,
  blocking           integer not null default 0,
  advice             integer not null default 0,
  -- What lists call it, and what is done with the draft of a post that is live.
  status             text not null generated always as (
    case when archived_at is not null then 'archived' when live then 'published' when work = 'clean' then 'draft' else work end) stored,
  changes            text generated always as (case when live and archived_at is null and work <> 'clean' then work end) stored,
  created_by         integer,
  created_at         timestamptz not null default now(),
  updated_by         integer,
  updated_at         timestamptz not null default now(),
  version            integer not null default 1,
  deleted_at         timestamptz,
  primary key (company_id, id),
  unique (company_id, post_no),
  foreign key (company_id, archive_target_id) references blog_posts (company_id, id),
  foreign key (company_id, image_id) references blog_images (company_id, id),
  check (not live or live_version is not null)
);
-- Among posts that are there; a deleted one gives its address free.
create unique index blog_posts_slug on blog_posts (company_id, slug) where deleted_at is null;
create index blog_posts_changed on blog_posts (company_id, updated_at, id) where deleted_at is null;
create index blog_posts_status on blog_posts (company_id, status, updated_at, id) where deleted_at is null;
create index blog_posts_published on blog_posts (company_id, published_at, id) where deleted_at is null and live;
create index blog_posts_due on blog_posts (company_id, publish_at) where work = 'scheduled' and deleted_at is null;
create index blog_posts_target on blog_posts (company_id, archive_target_id) where archive_target_id is not null;
create index blog_posts_image on blog_posts (company_id, image_id) where image_id is not null;

-- What a post says, as it was saved: never changed but for the name that a person gives it.
create table blog_versions (
  company_id       integer not null,
  post_id          bigint not null,
  number           integer not null,
  title            text not null check (length(title) between 1 and 200),
  slug             text not null check (length(slug) between 1 and 100),
  document         jsonb not null,
  excerpt          text not null default '' check (length(excerpt) <= 300),
  image_id         bigint not null,
  image_alt        text not null default '' check (length(image_alt) <= 250),
  image_decorative boolean not null default false,
  image_caption    text not null default '' check (length(image_caption) <= 500),
  -- In their order.
  author_ids       bigint[] not null check (cardinality(author_ids) between 1 and 10),
  category_ids     bigint[] not null default '{}' check (cardinality(category_ids) <= 10),
  -- In their order: at most 50 of {id, question, answer}.
  faq              jsonb not null default '[]',
  seo_title        text not null default '' check (length(seo_title) <= 120),
  seo_description  text not null default '' check (length(seo_description) <= 300),
  og_image_id      bigint,
  canonical_url    text check (length(canonical_url) <= 500),
  noindex          boolean not null default false,
  -- Counted by the server when it was saved.
  words            integer not null,
  characters       integer not null,
  reading_minutes  integer not null,
  outline          jsonb not null default '[]',
  links            jsonb not null default '[]',
  image_ids        bigint[] not null default '{}',
  made_by          integer,
  made_at          timestamptz not null default now(),
  kind             text not null check (kind in ('save', 'publish', 'restore', 'import', 'merge', 'bulk')),
  -- Which version a restore or a merge came from.
  from_version     integer,
  note             text not null default '' check (length(note) <= 200),
  -- Of the content: what equals the present version makes no new one.
  digest           bytea not null,
  -- How much the publish check found when it was saved.
  blocking         integer not null default 0,
  advice           integer not null default 0,
  primary key (company_id, post_id, number),
  foreign key (company_id, post_id) references blog_posts (company_id, id) on delete cascade,
  foreign key (company_id, image_id) references blog_images (company_id, id),
  foreign key (company_id, og_image_id) references blog_images (company_id, id)
);
create index blog_versions_image on blog_versions (company_id, image_id);
create index blog_versions_og_image on blog_versions (company_id, og_image_id) where og_image_id is not null;
select tenant_table('blog_versions', history => false);

alter table blog_posts add foreign key (company_id, id, draft_version)
  references blog_versions (company_id, post_id, number) deferrable initially deferred;
alter table blog_posts add foreign key (company_id, id, live_version)
  references blog_versions (company_id, post_id, number) deferrable initially deferred;

-- Who posts are by and what they are filed under, for filters, counts and deletes: made of both versions, never written by hand.
create table blog_post_authors (
  company_id integer not null,
  post_id    bigint not null,
  author_id  bigint not null,
  draft      boolean not null,
  live       boolean not null,
  position   integer not null,
  primary key (company_id, post_id, author_id),
  foreign key (company_id, post_id) references blog_posts (company_id, id) on delete cascade,
  foreign key (company_id, author_id) references blog_authors (company_id, id)
);
create index blog_post_authors_author on blog_post_authors (company_id, author_id, post_id);
select tenant_table('blog_post_authors', history => false);
create table blog_post_categories (
  company_id  integer not null,
  post_id     bigint not null,
  category_id bigint not null,
  draft       boolean not null,
  live        boolean not null,
  position    integer not null,
  primary key (company_id, post_id, category_id),
  foreign key (company_id, post_id) references blog_posts (company_id, id) on delete cascade,
  foreign key (company_id, category_id) references blog_categories (company_id, id)
);
create index blog_post_categories_category on blog_post_categories (company_id, category_id, post_id);
select tenant_table('blog_post_categories', history => false);

-- The next number of the company; whoever adds a post waits for who adds one just then.
create function blog_post_no() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('blog_post_no'), new.company_id);
  select coalesce(max(post_no), 0) + 1 into new.post_no from blog_posts where company_id = new.company_id;
  -- Of a title without letters that an address can have.
  if new.slug = '' then new.slug := 'post-' || new.post_no; end if;
  return new;
end $$;
create trigger numbered before insert on blog_posts for each row execute function blog_post_no();

-- What lists show follows the draft pointer, however it was moved: by a save, a restore or an undo. So does `clean`: it says that both
-- pointers are at the same version of a live post.
create function blog_post_shows() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  select v.title, fold(v.title || ' ' || v.slug || ' ' || v.excerpt), v.words, jsonb_array_length(v.faq), v.image_id, v.blocking, v.advice
  into new.title, new.search_text, new.words, new.faq_count, new.image_id, new.blocking, new.advice
  from blog_versions v where v.company_id = new.company_id and v.post_id = new.id and v.number = new.draft_version;
  new.work := case when new.live and new.draft_version = new.live_version then 'clean' when new.work = 'clean' then 'draft' else new.work end;
  return new;
end $$;
create trigger shows before update of draft_version, live_version, live, work, title on blog_posts
  for each row execute function blog_post_shows();

-- A post is there before its first version: it shows that once it has come.
create function blog_post_begins() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update blog_posts set title = new.title where company_id = new.company_id and id = new.post_id;
  return null;
end $$;
create trigger begins after insert on blog_versions for each row when (new.number = 1) execute function blog_post_begins();

create function blog_post_joins() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from blog_post_authors where company_id = new.company_id and post_id = new.id;
  insert into blog_post_authors (company_id, post_id, author_id, draft, live, position)
  select new.company_id, new.id, a.id, bool_or(v.number = new.draft_version), bool_or(new.live and v.number = new.live_version),
    coalesce(min(a.no) filter (where v.number = new.draft_version), min(a.no))
  from blog_versions v cross join lateral unnest(v.author_ids) with ordinality a(id, no)
  join blog_authors known on known.company_id = v.company_id and known.id = a.id
  where v.company_id = new.company_id and v.post_id = new.id and v.number in (new.draft_version, new.live_version)
  group by a.id;
  delete from blog_post_categories where company_id = new.company_id and post_id = new.id;
  insert into blog_post_categories (company_id, post_id, category_id, draft, live, position)
  select new.company_id, new.id, c.id, bool_or(v.number = new.draft_version), bool_or(new.live and v.number = new.live_version),
    coalesce(min(c.no) filter (where v.number = new.draft_version), min(c.no))
  from blog_versions v cross join lateral unnest(v.category_ids) with ordinality c(id, no)
  join blog_categories known on known.company_id = v.company_id and known.id = c.id
  where v.company_id = new.company_id and v.post_id = new.id and v.number in (new.draft_version, new.live_version)
  group by c.id;
  return null;
end $$;
create trigger joins after update of draft_version, live_version, live, title on blog_posts for each row execute function blog_post_joins();
create trigger versions before update of slug, live, work, archived_at, archive_target_id, draft_version, live_version, publish_at,
  publish_zone, send_on_publish, review_by, review_note, reviewed_version, deleted_at on blog_posts for each row execute function count_version();
select tenant_table('blog_posts', silent =>
  '{post_no,title,search_text,words,faq_count,image_id,blocking,advice,status,changes,review_at,created_by,created_at,updated_by}');

-- What a person has typed and not saved: one for each person and post, or for each person and post that is not there yet.
create table blog_working_copies (
  company_id   integer not null,
  person_id    integer not null,
  -- Of the post, or made by the browser for a new one.
  key          text not null check (length(key) between 1 and 60),
  post_id      bigint,
  -- The draft version that it began with.
  base_version integer,
  fields       jsonb not null,
  -- "Chrome, Windows".
  device       text not null default '' check (length(device) <= 60),
  updated_at   timestamptz not null default now(),
  primary key (company_id, person_id, key),
  foreign key (company_id, post_id) references blog_posts (company_id, id) on delete cascade
);
create index blog_working_copies_post on blog_working_copies (company_id, post_id) where post_id is not null;
create index blog_working_copies_old on blog_working_copies (company_id, updated_at);
select tenant_table('blog_working_copies', history => false);

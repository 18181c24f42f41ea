-- What competitors publish: their sites and feeds, what was read of them, and what people made of it; docs/decisions/102-feeds-and-posts.md.

-- ── Whom we follow ───────────────────────────────────────────────────────────

create table competitors (
  company_id           integer not null,
  id                   bigint generated always as identity,
  name                 text not null check (length(name) between 1 and 120),
  -- Their site, and its host without www.
  site                 text not null check (length(site) between 1 and 2000),
  host                 text not null check (length(host) between 1 and 253),
  -- Our own site, as it may be followed like theirs.
  own                  boolean not null default false,
  directory_company_id bigint,
  colour               text not null default '#475569' check (colour ~ '^#[0-9a-f]{6}$'),
  note                 text not null default '' check (length(note) <= 2000),
  paused               boolean not null default false,
  added_by             integer,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  version              integer not null default 1,
  deleted_at           timestamptz,
  primary key (company_id, id)
);
create unique index competitors_name on competitors (company_id, (fold(name))) where deleted_at is null;
create unique index competitors_own on competitors (company_id) where own and deleted_at is null;
create trigger versions before update of name, site, own, directory_company_id, colour, note, paused, deleted_at on competitors
  for each row execute function count_version();
select tenant_table('competitors', silent => '{host,added_by,created_at}');

create table competitor_feeds (
  company_id    integer not null,
  id            bigint generated always as identity,
  competitor_id bigint not null,
  url           text not null check (length(url) between 1 and 2000),
  kind          text not null check (kind in ('rss', 'atom', 'rdf', 'json', 'sitemap')),
  found_by      text not null check (found_by in ('typed', 'link', 'guess', 'robots')),
  -- Of a sitemap: only addresses below this path are posts.
  path_prefix   text not null default '' check (length(path_prefix) <= 500),
  full_text     text not null default 'auto' check (full_text in ('auto', 'on', 'off')),
  -- Only posts with one of these words, and none with one of those.
  keep_words    text[] not null default '{}' check (cardinality(keep_words) <= 50),
  mute_words    text[] not null default '{}' check (cardinality(mute_words) <= 50),
  interval_min  integer not null default 60 check (interval_min between 60 and 1440),
  paused        boolean not null default false,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  version       integer not null default 1,
  deleted_at    timestamptz,
  primary key (company_id, id),
  foreign key (company_id, competitor_id) references competitors (company_id, id)
);
create unique index competitor_feeds_url on competitor_feeds (company_id, url) where deleted_at is null;
create index competitor_feeds_of on competitor_feeds (company_id, competitor_id, id);
create trigger versions before update of url, kind, path_prefix, full_text, keep_words, mute_words, interval_min, paused, deleted_at on competitor_feeds
  for each row execute function count_version();
select tenant_table('competitor_feeds', root => 'competitors', root_column => 'competitor_id', silent => '{competitor_id,found_by,created_at}');

-- How a feed does, written by each poll: no history.
create table feed_states (
  company_id     integer not null,
  feed_id        bigint not null,
  state          text not null default 'ok' check (state in ('ok', 'late', 'failing', 'broken', 'moved', 'gone')),
  -- What people read of it, and what they can do.
  sentence       text not null default '' check (length(sentence) <= 500),
  title          text not null default '' check (length(title) <= 500),
  language       text check (length(language) <= 35),
  -- Word for word, as the site sent them.
  etag           text check (length(etag) <= 1000),
  last_modified  text check (length(last_modified) <= 200),
  -- Of the last body, whole.
  digest         bytea,
  -- Of its items that are posts, as they were read last: what has not changed is not read again.
  item_digests   text[] not null default '{}' check (cardinality(item_digests) <= 500),
  next_at        timestamptz not null default now(),
  failures       integer not null default 0,
  gone_times     integer not null default 0,
  gone_since     timestamptz,
  last_poll_at   timestamptz,
  last_ok_at     timestamptz,
  -- When the whole body was last read, without a condition.
  last_full_at   timestamptz,
  last_new_at    timestamptz,
  -- The middle gap between posts, in hours; null: too few to say.
  cadence_hours  integer,
  redirect_url   text check (length(redirect_url) <= 2000),
  redirect_since timestamptz,
  told_at        timestamptz,
  -- Of its address, as it was read last: how often a site wants to be asked goes for all its feeds.
  host           text not null default '' check (length(host) <= 253),
  -- A person wants it read now; when people wanted that in the last hour.
  wanted_at      timestamptz,
  checks         timestamptz[] not null default '{}' check (cardinality(checks) <= 6),
  -- Of the poll that is under way: who stores needs it.
  token          uuid,
  claimed_at     timestamptz,
  primary key (company_id, feed_id),
  foreign key (company_id, feed_id) references competitor_feeds (company_id, id) on delete cascade
);
create index feed_states_due on feed_states (company_id, next_at);
select tenant_table('feed_states', history => false);

create table feed_polls (
  company_id  integer not null,
  id          bigint generated always as identity,
  feed_id     bigint not null,
  at          timestamptz not null default now(),
  outcome     text not null check (outcome in ('new', 'unchanged', 'not_modified', 'failed', 'baseline')),
  http_status integer,
  bytes       integer not null default 0,
  new         integer not null default 0,
  changed     integer not null default 0,
  ms          integer not null default 0,
  sentence    text not null default '' check (length(sentence) <= 500),
  primary key (company_id, id),
  foreign key (company_id, feed_id) references competitor_feeds (company_id, id) on delete cascade
);
create index feed_polls_of on feed_polls (company_id, feed_id, at desc, id desc);
create index feed_polls_old on feed_polls (company_id, at);
select tenant_table('feed_polls', history => false);

-- ── What they publish ────────────────────────────────────────────────────────

create table competitor_posts (
  company_id    integer not null,
  id            bigint generated always as identity,
  competitor_id bigint not null,
  -- The poll that brought it; null: it was put there otherwise.
  poll_id       bigint,
  url           text not null check (length(url) between 1 and 2000),
  title         text not null check (length(title) between 1 and 500),
  author        text check (length(author) <= 200),
  published_at  timestamptz,
  published_raw text check (length(published_raw) <= 200),
  date_known    boolean not null,
  -- Never later than it was seen, so that a wrong date stays on top of nothing.
  sort_at       timestamptz not null,
  seen_at       timestamptz not null default now(),
  words         integer not null default 0,
  language      text check (length(language) <= 35),
  excerpt       text not null default '' check (length(excerpt) <= 500),
  -- Two sentences of its own.
  summary       text not null default '' check (length(summary) <= 1000),
  text          text not null default '' check (length(text) <= 200000),
  html          text not null default '' check (length(html) <= 400000),
  image_url     text check (length(image_url) <= 2000),
  source        text not null check (source in ('feed', 'page')),
  -- The first of those that say the same; its own id where it is alone.
  cluster_id    bigint not null default 0,
  -- Joined or split by a person: no machine changes that.
  cluster_by    integer,
  revisions     integer not null default 0,
  -- The nearest of our own, how alike, and what follows: covered, nearest, gap.
  our_post_id   bigint,
  our_score     integer check (our_score between 0 and 100),
  coverage      text not null default 'unknown' check (coverage in ('unknown', 'covered', 'nearest', 'gap')),
  -- What is to be made of it yet: topics, cluster, coverage.
  understood_at timestamptz,
  -- Brought by the first poll of its feed: read from the beginning.
  old_news      boolean not null default false,
  hidden_at     timestamptz,
  hidden_by     integer,
  gone_at       timestamptz,
  leads         boolean not null generated always as (cluster_id = id) stored,
  search_text   text not null generated always as (fold(title || ' ' || coalesce(author, '') || ' ' || left(text, 20000))) stored,
  primary key (company_id, id),
  foreign key (company_id, competitor_id) references competitors (company_id, id),
  check (sort_at <= seen_at)
);
create index competitor_posts_newest on competitor_posts (company_id, sort_at desc, id desc) where hidden_at is null;
create index competitor_posts_seen on competitor_posts (company_id, seen_at desc, id desc) where hidden_at is null;
create index competitor_posts_of on competitor_posts (company_id, competitor_id, sort_at desc, id desc) where hidden_at is null;
create index competitor_posts_words on competitor_posts (company_id, words, id) where hidden_at is null;
create index competitor_posts_cluster on competitor_posts (company_id, cluster_id, id);
create index competitor_posts_waiting on competitor_posts (company_id, id) where understood_at is null;
create index competitor_posts_search on competitor_posts using gin (search_text gin_trgm_ops) where hidden_at is null;
select tenant_table('competitor_posts', history => false);

-- By what a post is known again: its canonical address, its guid, another address. Without a post: a page that was there before we looked.
create table competitor_post_keys (
  company_id    integer not null,
  competitor_id bigint not null,
  key           bytea not null,
  kind          text not null check (kind in ('url', 'guid', 'alt', 'day')),
  post_id       bigint,
  primary key (company_id, competitor_id, key),
  foreign key (company_id, post_id) references competitor_posts (company_id, id) on delete cascade
);
create index competitor_post_keys_of on competitor_post_keys (company_id, post_id);
select tenant_table('competitor_post_keys', history => false);

create table competitor_post_revisions (
  company_id integer not null,
  id         bigint generated always as identity,
  post_id    bigint not null,
  at         timestamptz not null default now(),
  field      text not null check (field in ('title', 'text', 'author', 'url', 'published_at')),
  old        text not null check (length(old) <= 200000),
  new        text not null check (length(new) <= 200000),
  primary key (company_id, id),
  foreign key (company_id, post_id) references competitor_posts (company_id, id) on delete cascade
);
create index competitor_post_revisions_of on competitor_post_revisions (company_id, post_id, id desc);
select tenant_table('competitor_post_revisions', history => false);

-- For near-duplicates: bands of the MinHash of each post of the last 45 days, and its whole signature.
create table competitor_post_bands (
  company_id integer not null,
  band       integer not null,
  value      bigint not null,
  post_id    bigint not null,
  at         timestamptz not null,
  primary key (company_id, band, value, post_id),
  foreign key (company_id, post_id) references competitor_posts (company_id, id) on delete cascade
);
create index competitor_post_bands_old on competitor_post_bands (company_id, at);
create index competitor_post_bands_of on competitor_post_bands (company_id, post_id);
select tenant_table('competitor_post_bands', history => false);

create table competitor_post_signatures (
  company_id integer not null,
  post_id    bigint not null,
  signature  bytea not null check (length(signature) = 256),
  primary key (company_id, post_id),
  foreign key (company_id, post_id) references competitor_posts (company_id, id) on delete cascade
);
select tenant_table('competitor_post_signatures', history => false);

-- What each person has read and saved. A post without a row is unread, but for those that a first poll brought: read from the beginning.
create table competitor_post_reads (
  company_id integer not null,
  person_id  integer not null,
  post_id    bigint not null,
  read_at    timestamptz,
  saved_at   timestamptz,
  primary key (company_id, person_id, post_id),
  foreign key (company_id, post_id) references competitor_posts (company_id, id) on delete cascade,
  foreign key (company_id, person_id) references identity.memberships (company_id, id)
);
create index competitor_post_reads_of on competitor_post_reads (company_id, post_id);
create index competitor_post_saved on competitor_post_reads (company_id, person_id, saved_at) where saved_at is not null;
select tenant_table('competitor_post_reads', history => false);


-- ── What it is about ─────────────────────────────────────────────────────────

create table competitor_topics (
  company_id  integer not null,
  id          bigint generated always as identity,
  name        text not null check (length(name) between 1 and 80),
  -- Any of these; one that begins with - excludes.
  phrases     text[] not null check (cardinality(phrases) between 1 and 50),
  colour      text not null default '#475569' check (colour ~ '^#[0-9a-f]{6}$'),
  watch       boolean not null default false,
  source      text not null default 'own' check (source in ('own', 'suggested', 'category')),
  category_id bigint,
  added_by    integer,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  version     integer not null default 1,
  deleted_at  timestamptz,
  primary key (company_id, id)
);
create unique index competitor_topics_name on competitor_topics (company_id, (fold(name))) where deleted_at is null;
create trigger versions before update of name, phrases, colour, watch, deleted_at on competitor_topics for each row execute function count_version();
select tenant_table('competitor_topics', silent => '{source,category_id,added_by,created_at}');

create table competitor_post_topics (
  company_id integer not null,
  post_id    bigint not null,
  topic_id   bigint not null,
  phrase     text not null check (length(phrase) <= 100),
  place      text not null check (place in ('title', 'heading', 'beginning', 'text')),
  points     integer not null,
  primary key (company_id, post_id, topic_id),
  foreign key (company_id, post_id) references competitor_posts (company_id, id) on delete cascade,
  foreign key (company_id, topic_id) references competitor_topics (company_id, id)
);
create index competitor_post_topics_of on competitor_post_topics (company_id, topic_id, post_id);
select tenant_table('competitor_post_topics', history => false);

-- A gap that somebody knows of and leaves.
create table dismissed_gaps (
  company_id   integer not null,
  id           bigint generated always as identity,
  topic_id     bigint not null,
  reason       text not null check (length(reason) between 1 and 500),
  dismissed_by integer not null,
  dismissed_at timestamptz not null default now(),
  deleted_at   timestamptz,
  primary key (company_id, id),
  foreign key (company_id, topic_id) references competitor_topics (company_id, id)
);
create unique index dismissed_gaps_topic on dismissed_gaps (company_id, topic_id) where deleted_at is null;
select tenant_table('dismissed_gaps', silent => '{topic_id,dismissed_by,dismissed_at}');

-- Made of sentences of the posts, kept for as long as the posts are the same.
create table competitor_summaries (
  company_id    integer not null,
  id            bigint generated always as identity,
  competitor_id bigint,
  from_date     date not null,
  to_date       date not null,
  kind          text not null check (kind in ('webhook', 'extractive')),
  sentences     jsonb not null,
  -- Of the posts that it was made of.
  digest        bytea not null,
  made_at       timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index competitor_summaries_of on competitor_summaries (company_id, coalesce(competitor_id, 0), from_date, to_date);
create index competitor_summaries_old on competitor_summaries (company_id, made_at);
select tenant_table('competitor_summaries', history => false);

create table competitor_alerts (
  company_id integer not null,
  id         bigint generated always as identity,
  name       text not null check (length(name) between 1 and 120),
  kind       text not null check (kind in ('new_post_in_topic', 'new_topic', 'mentions', 'cadence_up', 'silence', 'gap_opened', 'feed_broken')),
  topic_ids  bigint[] not null default '{}' check (cardinality(topic_ids) <= 50),
  words      text[] not null default '{}' check (cardinality(words) <= 50),
  days       integer check (days between 1 and 365),
  -- Who is told: people; none: all who may see posts.
  people     integer[] not null default '{}' check (cardinality(people) <= 100),
  active     boolean not null default true,
  added_by   integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version    integer not null default 1,
  deleted_at timestamptz,
  primary key (company_id, id)
);
create unique index competitor_alerts_name on competitor_alerts (company_id, (fold(name))) where deleted_at is null;
create trigger versions before update of name, kind, topic_ids, words, days, people, active, deleted_at on competitor_alerts
  for each row execute function count_version();
select tenant_table('competitor_alerts', silent => '{added_by,created_at}');

-- One for each cluster, not for each copy.
create table competitor_alert_hits (
  company_id    integer not null,
  alert_id      bigint not null,
  -- The cluster, the competitor with its week, the topic: what it was told about.
  about         text not null check (length(about) <= 100),
  post_id       bigint,
  at            timestamptz not null default now(),
  primary key (company_id, alert_id, about),
  foreign key (company_id, alert_id) references competitor_alerts (company_id, id)
);
create index competitor_alert_hits_newest on competitor_alert_hits (company_id, alert_id, at desc);
select tenant_table('competitor_alert_hits', history => false);

-- ── Exact totals and search ──────────────────────────────────────────────────

create table competitor_post_deltas (
  company_id    integer not null,
  xid           xid8 not null default pg_current_xact_id(),
  id            bigint generated always as identity,
  n             integer not null,
  competitor_id bigint not null,
  coverage      text not null,
  leads         boolean not null,
  primary key (company_id, xid, id)
);
select tenant_table('competitor_post_deltas', history => false, grants => 'select, insert, delete');
select counts_into('competitor_posts', 'competitor_post_deltas', due => 'competitor-post-counts', present => 'hidden_at is null');

create function search_competitor_posts(pattern text) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select id from public.competitor_posts where company_id = public.current_company() and search_text like pattern and hidden_at is null;
end;
revoke all on function search_competitor_posts from public;
grant execute on function search_competitor_posts to leadroom_app;

-- A post that says no other cluster is alone in its own.
create function alone_in_cluster() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.cluster_id := new.id;
  return new;
end;
$$;
create trigger alone_in_cluster before insert on competitor_posts for each row when (new.cluster_id = 0) execute function alone_in_cluster();

-- What is made of the posts of competitors: how far that has come, and what of ours is near them; docs/decisions/103-understanding-posts.md.

-- Up to which post a topic was looked for, and in which of its versions.
create table topic_walks (
  company_id integer not null,
  topic_id   bigint not null,
  version    integer not null,
  last_id    bigint not null default 0,
  primary key (company_id, topic_id),
  foreign key (company_id, topic_id) references competitor_topics (company_id, id)
);
select tenant_table('topic_walks', history => false);

-- Our published posts as they were compared last, and how far the posts of competitors have been compared with them.
create table own_post_states (
  company_id integer not null,
  digest     text not null default '' check (length(digest) <= 200),
  topics     text not null default '' check (length(topics) <= 200),
  last_id    bigint,
  primary key (company_id)
);
select tenant_table('own_post_states', history => false);

-- Which of our published posts are about a topic.
create table own_post_topics (
  company_id   integer not null,
  topic_id     bigint not null,
  post_id      bigint not null,
  published_at timestamptz not null,
  primary key (company_id, topic_id, post_id),
  foreign key (company_id, topic_id) references competitor_topics (company_id, id),
  foreign key (company_id, post_id) references blog_posts (company_id, id) on delete cascade
);
create index own_post_topics_post on own_post_topics (company_id, post_id);
select tenant_table('own_post_topics', history => false);

-- The nearest of ours to a post of a competitor.
create table competitor_post_similar (
  company_id  integer not null,
  post_id     bigint not null,
  our_post_id bigint not null,
  score       integer not null check (score between 0 and 100),
  primary key (company_id, post_id, our_post_id),
  foreign key (company_id, post_id) references competitor_posts (company_id, id) on delete cascade,
  foreign key (company_id, our_post_id) references blog_posts (company_id, id) on delete cascade
);
create index competitor_post_similar_ours on competitor_post_similar (company_id, our_post_id);
select tenant_table('competitor_post_similar', history => false);

-- What readers read of ours has changed: what competitors write is compared with it again.
create function own_posts_changed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from competitor_posts) then perform mark_due('understand-posts'); end if;
  return null;
end $$;
create trigger compared after insert or update or delete on blog_pages for each statement execute function own_posts_changed();

-- Summaries that are to be made behind the answer: of many posts, or by the analysis service.
create table competitor_summary_wishes (
  company_id    integer not null,
  id            bigint generated always as identity,
  competitor_id bigint,
  from_date     date not null,
  to_date       date not null,
  zone          text not null check (length(zone) <= 64),
  wanted_at     timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, competitor_id) references competitors (company_id, id)
);
create unique index competitor_summary_wishes_of on competitor_summary_wishes (company_id, coalesce(competitor_id, 0), from_date, to_date);
create index competitor_summary_wishes_competitor on competitor_summary_wishes (company_id, competitor_id);
select tenant_table('competitor_summary_wishes', history => false);

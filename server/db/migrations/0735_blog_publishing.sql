-- How a company publishes. Without a row, nobody has to review.
create table content_settings (
  company_id      integer not null,
  id              bigint generated always as identity,
  review_required boolean not null default false,
  updated_at      timestamptz not null default now(),
  version         integer not null default 1,
  primary key (company_id, id),
  unique (company_id)
);
create trigger versions before update of review_required on content_settings for each row execute function count_version();
select tenant_table('content_settings');

-- Old addresses. A target is a post, not an address, so that no chain and no circle can come about.
create table blog_redirects (
  company_id integer not null,
  id         bigint generated always as identity,
  from_path  text not null check (length(from_path) between 1 and 500),
  post_id    bigint not null,
  made_by    text not null check (made_by in ('address', 'person')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version    integer not null default 1,
  deleted_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, post_id) references blog_posts (company_id, id) on delete cascade
);
create unique index blog_redirects_from on blog_redirects (company_id, from_path) where deleted_at is null;
create index blog_redirects_post on blog_redirects (company_id, post_id);
create trigger versions before update of from_path, post_id, deleted_at on blog_redirects for each row execute function count_version();
select tenant_table('blog_redirects', silent => '{created_at}');

-- Links by which others read a draft: of a token the digest alone is stored.
create table blog_preview_links (
  company_id integer not null,
  id         bigint generated always as identity,
  post_id    bigint not null,
  -- Null: it follows the draft.
  number     integer,
  token_hash bytea not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  opened     integer not null default 0,
  made_by    integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version    integer not null default 1,
  primary key (company_id, id),
  unique (company_id, token_hash),
  foreign key (company_id, post_id) references blog_posts (company_id, id) on delete cascade
);
create index blog_preview_links_post on blog_preview_links (company_id, post_id, id);
create trigger versions before update of revoked_at on blog_preview_links for each row execute function count_version();
select tenant_table('blog_preview_links', silent => '{token_hash,opened,created_at}');

create table identity.preview_links (
  hash       bytea primary key,
  company_id integer not null references identity.companies
);
grant select on identity.preview_links to leadroom_identity;
create function put_preview_link(hash bytea) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into identity.preview_links (hash, company_id) select hash, public.current_company();
end;
revoke all on function put_preview_link from public;
grant execute on function put_preview_link to leadroom_app;

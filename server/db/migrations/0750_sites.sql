-- How readers get what a company publishes: its own web site asks for it, or they read it with us. One for each company, for now.
create table sites (
  company_id          integer not null,
  id                  bigint generated always as identity,
  name                text not null default 'Blog' check (length(name) between 1 and 120),
  -- Of a post on the company's own web site, with {slug}; empty: posts are read with us.
  site_url            text not null default '' check (length(site_url) <= 300),
  -- Origins whose pages may ask for posts.
  allowed_origins     text[] not null default '{}',
  -- Mailings have to carry it.
  postal_address      text not null default '' check (length(postal_address) <= 500),
  publisher_name      text not null default '' check (length(publisher_name) <= 120),
  publisher_logo_id   bigint,
  default_og_image_id bigint,
  locale              text not null default 'en' check (length(locale) between 2 and 35),
  feed_size           integer not null default 20 check (feed_size between 1 and 50),
  status              text not null default 'on' check (status in ('on', 'paused')),
  -- Readers see it in each address, so it is no secret: links to the blog are made with it. It is found by its digest.
  key                 text,
  key_made_by         integer,
  key_made_at         timestamptz,
  -- What entries of the feeds are called by, whatever becomes of addresses.
  feed_id             uuid not null default gen_random_uuid(),
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  version             integer not null default 1,
  primary key (company_id, id),
  unique (company_id),
  foreign key (company_id, publisher_logo_id) references blog_images (company_id, id),
  foreign key (company_id, default_og_image_id) references blog_images (company_id, id)
);
create index sites_logo on sites (company_id, publisher_logo_id) where publisher_logo_id is not null;
create index sites_og_image on sites (company_id, default_og_image_id) where default_og_image_id is not null;
create trigger versions before update of name, site_url, allowed_origins, postal_address, publisher_name, publisher_logo_id,
  default_og_image_id, locale, feed_size, status on sites for each row execute function count_version();
select tenant_table('sites', silent => '{key,key_made_by,key_made_at,feed_id,created_at}');

create table identity.site_keys (
  hash       bytea primary key,
  company_id integer not null references identity.companies
);
create index site_keys_company on identity.site_keys (company_id);
grant select on identity.site_keys to leadroom_identity;

-- Replaces the key of the current company.
create function put_site_key(hash bytea) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  delete from identity.site_keys where company_id = public.current_company();
  insert into identity.site_keys (hash, company_id) select hash, public.current_company();
end;
revoke all on function put_site_key from public;
grant execute on function put_site_key to leadroom_app;

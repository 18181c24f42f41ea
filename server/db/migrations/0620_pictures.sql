-- Pictures as they are shown: read when they come, turned upright and written anew. Nothing is kept as it was sent.
create table pictures (
  company_id integer not null,
  id         bigint generated always as identity,
  -- Of the bytes that were sent: a company stores the same picture once.
  sha256     bytea not null,
  -- Of its largest size.
  width      integer not null,
  height     integer not null,
  -- Of all its sizes together.
  bytes      integer not null,
  -- How many rows name it, and since when none does: it is deleted some time after.
  uses       integer not null default 0,
  unused_at  timestamptz default now(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, sha256)
);
create index pictures_used on pictures (company_id) include (bytes) where uses > 0;
create index pictures_unused on pictures (company_id, unused_at) where uses = 0;
select tenant_table('pictures', history => false);

-- One size of a picture; each is a file.
create table picture_sizes (
  company_id integer not null,
  id         bigint generated always as identity,
  picture_id bigint not null,
  -- The longest side that it may have.
  size       integer not null,
  width      integer not null,
  height     integer not null,
  primary key (company_id, id),
  unique (company_id, picture_id, size),
  foreign key (company_id, picture_id) references pictures (company_id, id) on delete cascade
);
select tenant_table('picture_sizes', history => false);
select owns_files('picture_sizes');

create function count_picture_uses() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  before_this bigint;
  after_this bigint;
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then before_this := old.picture_id; end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then after_this := new.picture_id; end if;
  if before_this is not distinct from after_this then return null; end if;
  update pictures set uses = uses - 1, unused_at = case when uses = 1 then now() end
  where company_id = current_company() and id = before_this;
  update pictures set uses = uses + 1, unused_at = null
  where company_id = current_company() and id = after_this;
  return null;
end $$;

-- Lets the rows of a table name a picture by `picture_id` until they are marked as deleted. What was deleted for too long to be
-- restored loses its picture: the foreign key is to say `on delete set null (picture_id)`.
create function names_pictures(target regclass) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('create trigger picture_uses after insert or delete or update of picture_id, deleted_at on %s
    for each row execute function count_picture_uses()', target);
end $$;

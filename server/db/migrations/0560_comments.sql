-- Comments of any entity. Each entity has a table of its own, because a foreign key and the root of its history name that entity;
-- one function makes them all alike, so one engine serves them (server/platform/comments).
--   target:    the table to make
--   of:        the table of the rows that people comment on
--   of_column: the column that names such a row
create function comments_table(target text, of text, of_column text) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('
    create table %1$I (
      company_id integer not null,
      id         bigint generated always as identity,
      %3$I       bigint not null,
      author_id  integer not null,
      body       text not null,
      mentions   integer[] not null default ''{}'',
      pinned     boolean not null default false,
      created_at timestamptz not null default now(),
      edited_at  timestamptz,
      primary key (company_id, id),
      foreign key (company_id, %3$I) references %2$I (company_id, id),
      foreign key (company_id, author_id) references identity.memberships (company_id, id)
    )', target, of, of_column);
  execute format('create index on %I (company_id, %I, id desc)', target, of_column);
  perform tenant_table(target::regclass, root => of, root_column => of_column, personal => '{body}', silent => array[of_column]);
end $$;

-- The comments on leads are such a table already. Those on questions lacked what makes them one; their ids and their history stay.
alter table qc_comments
  add column mentions integer[] not null default '{}',
  add column pinned boolean not null default false,
  add column edited_at timestamptz;

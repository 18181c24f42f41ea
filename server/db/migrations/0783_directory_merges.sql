-- What merges of contacts and companies leave: who is who now, what was split off, and who is likely the same;
-- docs/decisions/104-merging-by-keys.md.

-- The contact that this one has become part of, at the end of however many merges; itself where it is part of none.
create function contact_now(wanted bigint) returns bigint language sql stable set search_path = public, pg_temp as $$
  with recursive chain (id, merged_into) as (
    select id, merged_into from directory_contacts where company_id = current_company() and id = wanted
    union
    select c.id, c.merged_into from chain join directory_contacts c on c.company_id = current_company() and c.id = chain.merged_into
  )
  select id from chain where merged_into is null
$$;
create function directory_company_now(wanted bigint) returns bigint language sql stable set search_path = public, pg_temp as $$
  with recursive chain (id, merged_into) as (
    select id, merged_into from directory_companies where company_id = current_company() and id = wanted
    union
    select c.id, c.merged_into from chain join directory_companies c on c.company_id = current_company() and c.id = chain.merged_into
  )
  select id from chain where merged_into is null
$$;

-- A domain that somebody gave to another company than that which it came in with.
create table directory_splits (
  company_id      integer not null,
  id              bigint generated always as identity,
  domain          text not null check (length(domain) between 1 and 253),
  from_company_id bigint not null,
  to_company_id   bigint not null,
  split_by        integer not null,
  split_at        timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, from_company_id) references directory_companies (company_id, id),
  foreign key (company_id, to_company_id) references directory_companies (company_id, id),
  foreign key (company_id, split_by) references identity.memberships (company_id, id)
);
create index directory_splits_from on directory_splits (company_id, from_company_id, id);
create index directory_splits_to on directory_splits (company_id, to_company_id, id);
select tenant_table('directory_splits', silent => '{split_by,split_at}');

-- Some that are likely the same, found by due work; all of them, and the first twenty. Those that a merge or a mark has settled go at once.
create table directory_duplicate_groups (
  company_id integer not null,
  id         bigint generated always as identity,
  kind       text not null check (kind in ('contact', 'company')),
  reason     text not null check (length(reason) <= 100),
  score      integer not null check (score between 1 and 100),
  total      integer not null check (total > 1),
  members    bigint[] not null check (cardinality(members) between 2 and 20),
  primary key (company_id, id)
);
create index directory_duplicate_groups_list on directory_duplicate_groups (company_id, kind, score desc, id);
create index directory_duplicate_groups_members on directory_duplicate_groups using gin (members);
select tenant_table('directory_duplicate_groups', history => false);

-- The name of a firm as it is compared: in small letters, without dots and legal forms at its end.
create function firm_name(name text, legal_forms text) returns text language sql immutable parallel safe strict
  return regexp_replace(regexp_replace(regexp_replace(fold(normalize(name, nfkc)), '[.,''’"“”()]', '', 'g'), '\s+', ' ', 'g'),
    '( (' || legal_forms || '))+ ?$', '');

-- At most once a minute, however much comes in.
create function watch_directory_duplicates() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform mark_due_once('directory-duplicates', to_timestamp(ceil(extract(epoch from now()) / 60) * 60));
  return null;
end $$;

create function note_contact_alikes() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from after_rows n full join before_rows o on o.company_id = n.company_id and o.id = n.id
    where (n.name, n.phone, n.directory_company_id, n.deleted_at is null) is distinct from (o.name, o.phone, o.directory_company_id, o.deleted_at is null)) then
    perform mark_due_once('directory-duplicates', to_timestamp(ceil(extract(epoch from now()) / 60) * 60));
  end if;
  return null;
end $$;
create trigger alikes_changed after update on directory_contacts referencing old table as before_rows new table as after_rows
  for each statement execute function note_contact_alikes();

create function note_company_alikes() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from after_rows n full join before_rows o on o.company_id = n.company_id and o.id = n.id
    where (n.name, n.phone, n.website, n.domains, n.deleted_at is null) is distinct from (o.name, o.phone, o.website, o.domains, o.deleted_at is null)) then
    perform mark_due_once('directory-duplicates', to_timestamp(ceil(extract(epoch from now()) / 60) * 60));
  end if;
  return null;
end $$;
create trigger alikes_changed after update on directory_companies referencing old table as before_rows new table as after_rows
  for each statement execute function note_company_alikes();
create trigger alikes_changed after insert or delete on not_directory_duplicates for each statement execute function watch_directory_duplicates();

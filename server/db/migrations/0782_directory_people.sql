-- What people do to the directory: forgetting, and files that they import.

-- Takes what the history says of these contacts away, of those that were emptied for good; the seals of the history stay as they are.
create function forget_contacts(emptied bigint[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update change_values v set fields = null from changes c
  where c.company_id = current_company() and v.company_id = c.company_id and v.digest = c.personal and v.fields is not null and (
    c.root = 'directory_contacts' and c.root_id in (
      select id from directory_contacts where company_id = current_company() and id = any (emptied) and erased_at is not null)
    or c.root = 'directory_merges' and c.root_id in (
      select m.id from directory_merges m join directory_contacts e on e.company_id = m.company_id and e.erased_at is not null
      where m.company_id = current_company() and m.kind = 'contact' and e.id = any (emptied) and e.id in (m.winner_id, m.loser_id)));
$$;
revoke all on function forget_contacts from public;
grant execute on function forget_contacts to leadroom_app;

-- Whom an import has said something of. Its values are facts of the import.
create table imported_directory_contacts (
  company_id integer not null,
  import_id  bigint not null,
  contact_id bigint not null,
  -- Not known before.
  added      boolean not null,
  at         timestamptz not null default now(),
  -- Reverting left it: a person has worked on it since.
  touched_at timestamptz,
  touched_by integer,
  primary key (company_id, import_id, contact_id),
  foreign key (company_id, import_id) references imports (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references directory_contacts (company_id, id),
  foreign key (company_id, touched_by) references identity.memberships (company_id, id)
);
create index imported_directory_contacts_kept on imported_directory_contacts (company_id, import_id, contact_id) where touched_at is not null;
create table imported_directory_companies (
  company_id           integer not null,
  import_id            bigint not null,
  directory_company_id bigint not null,
  added                boolean not null,
  at                   timestamptz not null default now(),
  touched_at           timestamptz,
  touched_by           integer,
  primary key (company_id, import_id, directory_company_id),
  foreign key (company_id, import_id) references imports (company_id, id) on delete cascade,
  foreign key (company_id, directory_company_id) references directory_companies (company_id, id),
  foreign key (company_id, touched_by) references identity.memberships (company_id, id)
);
create index imported_directory_companies_kept on imported_directory_companies (company_id, import_id, directory_company_id) where touched_at is not null;
select tenant_table('imported_directory_contacts', history => false);
select tenant_table('imported_directory_companies', history => false);

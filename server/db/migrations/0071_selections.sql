-- What a person chose to act on, frozen at that moment: the leads of a filter, in the order of the list, or single ones.

create table selections (
  company_id integer not null,
  id         bigint generated always as identity,
  person_id  integer not null,
  count      integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, person_id) references identity.memberships (company_id, id)
);
create index on selections (company_id, created_at);
select tenant_table('selections', history => false);

create table selection_rows (
  company_id   integer not null,
  selection_id bigint not null,
  place        integer not null,
  lead_id      bigint not null,
  primary key (company_id, selection_id, place),
  foreign key (company_id, selection_id) references selections (company_id, id) on delete cascade
);
select tenant_table('selection_rows', history => false, grants => 'select, insert, delete');

-- The leads that each person opened last; the newest of them are offered in the palette. What a person has looked at needs no history.
create table recent_leads (
  company_id integer not null,
  person_id  integer not null,
  lead_id    bigint not null,
  opened_at  timestamptz not null default now(),
  primary key (company_id, person_id, lead_id),
  foreign key (company_id, person_id) references identity.memberships (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
create index on recent_leads (company_id, lead_id);
select tenant_table('recent_leads', history => false);

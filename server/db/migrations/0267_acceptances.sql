-- Within how many minutes of working time a sales rep is to accept a lead; null: nobody looks.
alter table assignment_settings add column acceptance_minutes integer check (acceptance_minutes between 1 and 10080);

-- That a rep was given a lead, while it is looked whether they accept it; the newest of a lead counts.
create table lead_acceptances (
  company_id   integer not null,
  id           bigint generated always as identity,
  lead_id      bigint not null,
  staff_id     integer not null,
  given_at     timestamptz not null default now(),
  -- Whoever had it before has not accepted it: it goes on to nobody else by itself.
  passed_on    boolean not null default false,
  -- When it is looked at next; null: not any more.
  due_at       timestamptz,
  reminded_at  timestamptz,
  opened_at    timestamptz,
  escalated_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id),
  foreign key (company_id, staff_id) references identity.memberships (company_id, id)
);
create index on lead_acceptances (company_id, lead_id, id desc);
create index on lead_acceptances (company_id, due_at) where due_at is not null;
select tenant_table('lead_acceptances', root => 'leads', root_column => 'lead_id', silent => '{lead_id,given_at,passed_on,due_at}');

alter table notifications drop constraint notifications_kind_check,
  add check (kind in ('assigned', 'mentioned', 'verdict', 'job', 'queue', 'acceptance'));
alter table notification_preferences drop constraint notification_preferences_kind_check,
  add check (kind in ('assigned', 'mentioned', 'verdict', 'job', 'queue', 'acceptance'));

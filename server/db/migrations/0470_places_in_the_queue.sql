-- Where leads waited that an act took out of the queue: whoever takes the act back gives them their places back.
create table assignment_places (
  company_id    integer not null,
  change_set    uuid not null,
  list          text not null,
  lead_id       bigint not null,
  -- Of its row in the queue.
  id            bigint not null,
  waiting_since timestamptz not null,
  tx            xid8,
  left_at       timestamptz not null default now(),
  primary key (company_id, change_set, list, lead_id),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index on assignment_places (company_id, left_at);
select tenant_table('assignment_places', history => false, grants => 'select, insert, delete');

-- What nodes tell one another about stored transactions. It only has to outlive the second in which it is read: nothing of
-- it is logged, and whoever may have missed something asks again.
create unlogged table identity.live_messages (
  id      bigint generated always as identity primary key,
  payload text not null,
  at      timestamptz not null default now()
);
create index on identity.live_messages (at);
grant select, insert, delete on identity.live_messages to leadroom_identity;

-- Who has a lead on the validation desk right now; a row that nobody renews counts no more.
create unlogged table lead_presence (
  company_id integer not null,
  lead_id    bigint not null,
  person_id  integer not null,
  at         timestamptz not null default now(),
  primary key (company_id, lead_id, person_id),
  foreign key (company_id, lead_id) references leads (company_id, id),
  foreign key (company_id, person_id) references identity.memberships (company_id, id)
);
create index on lead_presence (company_id, at desc);
select tenant_table('lead_presence', history => false);

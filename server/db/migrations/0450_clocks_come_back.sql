-- Clocks that an act took from its leads, as they were: whoever takes the act back gives them back.
create table lead_clocks_taken (
  company_id integer not null,
  change_set uuid not null,
  lead_id    bigint not null,
  clock      text not null,
  was        jsonb not null,
  taken_at   timestamptz not null default now(),
  primary key (company_id, change_set, lead_id, clock),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index on lead_clocks_taken (company_id, taken_at);
select tenant_table('lead_clocks_taken', history => false, grants => 'select, insert, delete');

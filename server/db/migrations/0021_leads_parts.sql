-- What a lead consists of: its products, its verdicts, its comments, the people who have it open.

create table lead_items (
  company_id     integer not null,
  id             bigint generated always as identity,
  lead_id        bigint not null,
  product_id     bigint,
  -- Stored as text: a lead may ask for something that is not in the catalogue.
  product_name   text not null,
  quantity       integer not null check (quantity >= 1),
  total_quantity integer not null check (total_quantity >= quantity),
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id),
  foreign key (company_id, product_id) references products (company_id, id)
) with (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 1000);
create index on lead_items (company_id, lead_id, id);
create index on lead_items (company_id, product_id, lead_id);
select tenant_table('lead_items', root => 'leads', root_column => 'lead_id', silent => '{lead_id}');

-- A verdict with the snapshot that was judged. Changing a verdict adds one; none is overwritten.
create table lead_verdicts (
  company_id        integer not null,
  id                bigint generated always as identity,
  lead_id           bigint not null,
  verdict           text not null check (verdict in ('valid', 'invalid')),
  by_person         integer,
  at                timestamptz not null default now(),
  company           text,
  country           text,
  zip_code          text,
  city              text,
  state             text,
  address           text,
  email             text,
  phone             text,
  website           text,
  comments          text,
  products          jsonb not null default '[]',
  reason_code       text,
  reason_note       text,
  -- Null: not answered.
  checklist         jsonb,
  checklist_version integer,
  -- It contains email addresses and companies: personal in the history, which records it when the verdict is deleted.
  evidence          jsonb,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index on lead_verdicts (company_id, lead_id, id desc);
create index lead_verdicts_valid on lead_verdicts (company_id, lead_id) where verdict = 'valid';
select tenant_table('lead_verdicts', root => 'leads', root_column => 'lead_id',
  personal => '{address,email,phone,website,comments,reason_note,evidence}', silent => '{lead_id,evidence}');

-- An undo may give a lead its verdict back before the verdict itself exists again: it defers the check to its end.
alter table leads add foreign key (company_id, verdict_id) references lead_verdicts (company_id, id) deferrable;

create table lead_comments (
  company_id integer not null,
  id         bigint generated always as identity,
  lead_id    bigint not null,
  author_id  integer not null,
  body       text not null,
  mentions   integer[] not null default '{}',
  pinned     boolean not null default false,
  created_at timestamptz not null default now(),
  edited_at  timestamptz,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id),
  foreign key (company_id, author_id) references identity.memberships (company_id, id)
) with (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 1000);
create index on lead_comments (company_id, lead_id, id desc);
select tenant_table('lead_comments', root => 'leads', root_column => 'lead_id', personal => '{body}', silent => '{lead_id}');

-- Who has a lead open on the validation desk now; a row that nobody renews does not count any more.
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

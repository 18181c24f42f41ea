-- What a company calls a status, and how it colours it; a code without a row is as usual.
create table status_words (
  company_id integer not null,
  id         bigint generated always as identity,
  -- A lead's status, or how far sales has come with it: no code is both.
  code       text not null check (code in ('new', 'assigned', 'in-progress', 'on_hold', 'valid', 'invalid',
                                           'open', 'contacted', 'quoted', 'won', 'lost', 'nurture')),
  -- Null: the usual one.
  label      text,
  colour     text check (colour in ('magenta', 'red', 'volcano', 'orange', 'gold', 'lime', 'green', 'cyan', 'blue', 'geekblue',
                                    'purple')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version    integer not null default 1,
  primary key (company_id, id),
  unique (company_id, code)
);
create trigger versions before update on status_words for each row execute function count_version();
select tenant_table('status_words', silent => '{created_at}');

-- What it calls a source, and whether staff may choose it.
create table lead_sources (
  company_id integer not null,
  id         bigint generated always as identity,
  code       text not null,
  label      text,
  hidden     boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version    integer not null default 1,
  primary key (company_id, id),
  unique (company_id, code)
);
create trigger versions before update on lead_sources for each row execute function count_version();
select tenant_table('lead_sources', silent => '{created_at}');

-- The history is sealed: behind the writers, who never wait for it, every row gets a link of a hash chain. Whoever changes a
-- row afterwards, takes one away or cuts the end off breaks the chain or an anchor that lies outside the database.

-- The transaction that wrote the row: when all before some point have ended, their rows are final and can be sealed in order.
-- Rows of before have none. (Without rewriting the table: the default is for what comes.)
alter table changes add column tx xid8;
alter table changes alter column tx set default pg_current_xact_id();
create index changes_in_order on changes (company_id, tx, id);

-- One link for each row of the history; `id` is its place in the company's chain, from 1 without a gap.
create table seals (
  company_id integer not null,
  id         bigint not null,
  change_id  bigint not null,
  -- The hash of the link before and of the row.
  link       bytea not null,
  primary key (company_id, id),
  unique (company_id, change_id)
);
select tenant_table('seals', history => false, grants => 'select, insert');

-- How far each round of sealing came: what is anchored outside.
create table seal_rounds (
  company_id integer not null,
  id         bigint generated always as identity,
  -- The last place in the chain, and its link.
  last_seal  bigint not null,
  link       bytea not null,
  -- All transactions before this one had ended.
  upto       xid8 not null,
  at         timestamptz not null default clock_timestamp(),
  primary key (company_id, id)
);
select tenant_table('seal_rounds', history => false, grants => 'select, insert');

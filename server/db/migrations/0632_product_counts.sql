-- Exact totals of the list of products; docs/decisions/085-counted-lists.md.

create table product_count_deltas (
  company_id   integer not null,
  xid          xid8 not null default pg_current_xact_id(),
  id           bigint generated always as identity,
  n            integer not null,
  category     text,
  discoverable boolean not null,
  primary key (company_id, xid, id)
);
select tenant_table('product_count_deltas', history => false, grants => 'select, insert, delete');
select counts_into('products', 'product_count_deltas', due => 'product-counts');

-- What an import did to each product: it added it, or changed it. What it changed comes back by the history of its change set.
create table imported_products (
  company_id integer not null,
  import_id  bigint not null,
  product_id bigint not null,
  added      boolean not null,
  change_set uuid not null,
  -- Of one that stayed, in whole or in part, when the import was reverted: who had changed it last.
  touched_at timestamptz,
  touched_by bigint,
  primary key (company_id, import_id, product_id),
  foreign key (company_id, import_id) references imports (company_id, id) on delete cascade,
  foreign key (company_id, product_id) references products (company_id, id)
);
create index imported_products_kept on imported_products (company_id, import_id, product_id) where touched_at is not null;
select tenant_table('imported_products', history => false);

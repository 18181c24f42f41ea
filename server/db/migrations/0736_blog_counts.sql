-- For exact totals of the blog list (decisions/085).
create table blog_count_deltas (
  company_id integer not null,
  xid        xid8 not null default pg_current_xact_id(),
  id         bigint generated always as identity,
  n          integer not null,
  status     text not null,
  changes    text,
  primary key (company_id, xid, id)
);
select tenant_table('blog_count_deltas', history => false, grants => 'select, insert, delete');
select counts_into('blog_posts', 'blog_count_deltas', due => 'blog-list-counts');

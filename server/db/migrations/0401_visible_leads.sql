-- Totals and pages far down are read from indexes alone, as long as the table's pages are known to be visible to all. By itself
-- autovacuum sees to that once a fifth of the leads has changed: with a million, counting a filter took four times as long by then.
alter table leads set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 2000
);

-- A result names the table of its row, so that the area of that table says how people are shown it.

-- All results up to now are of leads; those of no row have the number 0, which is no lead.
alter table job_results add column entity text default 'leads';
alter table job_results alter column entity drop default;
comment on column job_results.entity is 'The table of the row; null where it is of none.';

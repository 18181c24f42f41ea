-- A selection is of the rows of one table, whichever that is: one of leads can't be used for products.

alter table selections add column entity text not null default 'leads';
alter table selections alter column entity drop default;
comment on column selections.entity is 'The table of its rows.';

alter table selection_rows rename column lead_ids to ids;

-- Lines above the table are skipped: the row of the file that names the columns or, without a header, is the first one imported.
alter table imports add column first_row integer not null default 1 check (first_row between 1 and 50);

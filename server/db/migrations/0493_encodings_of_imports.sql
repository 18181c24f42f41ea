-- Files in any encoding, and what is known of how each is read.

alter table lead_imports drop constraint lead_imports_encoding_check;
alter table lead_imports add constraint lead_imports_encoding_check check (encoding ~ '^[a-z0-9_-]{1,20}$');
-- Whether it was guessed from the file's letters, rather than marked, plain, or chosen by a person.
alter table lead_imports add column encoding_guessed boolean not null default false;

-- How many bytes of a part are no UTF-8, and how many of its letters beyond ASCII are: few bad bytes do not make another file of it.
alter table lead_import_parts alter column utf8 type integer using (not utf8)::integer;
alter table lead_import_parts rename column utf8 to broken;
alter table lead_import_parts add column letters integer not null default 0;

-- A row that is added, but not all of it.
alter table lead_import_rows drop constraint lead_import_rows_outcome_check;
alter table lead_import_rows add constraint lead_import_rows_outcome_check
  check (outcome in ('rejected', 'duplicate', 'held', 'invalid', 'noted'));

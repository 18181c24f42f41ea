-- What in the text of a form submission makes it suspicious, and what becomes of it then. Nothing does until a company says so.
alter table enquiry_checks
  -- More links than this are too many; null: they are not counted.
  add column max_links integer check (max_links between 0 and 20),
  add column words text[] not null default '{}' check (cardinality(words) <= 100),
  add column text_effect text not null default 'to_qa' check (text_effect in ('auto_invalid', 'to_qa'));

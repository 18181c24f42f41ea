-- The order that a person has given the list; null: the list's own.
alter table list_preferences
  add column sort text check (length(sort) between 1 and 60),
  add column "order" text check ("order" in ('asc', 'desc')),
  add constraint an_order_has_a_column check ((sort is null) = ("order" is null));

-- The transaction that told it, by which it is known whether a list that somebody read had it. What is there already has none: everybody could see it.
alter table notifications add column tx xid8;
alter table notifications alter column tx set default pg_current_xact_id();

-- The history of memberships is written as the role that changes them, into tables of the schema public.
grant usage on schema public to leadroom_identity;

-- Changes of memberships are told in the history of their company: the role that makes them has to find it.
grant usage on schema public to leadroom_identity;

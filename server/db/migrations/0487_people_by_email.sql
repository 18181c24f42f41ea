-- Several accounts may have one address: it finds them all, and is unique no more.
create index concurrently people_by_email on identity.people (email);

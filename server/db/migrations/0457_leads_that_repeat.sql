-- The leads that were found to repeat a lead: reverting an import leaves that one, and asks for a thousand at a time.
create index concurrently leads_repeating on leads (company_id, duplicate_of) where duplicate_of is not null;

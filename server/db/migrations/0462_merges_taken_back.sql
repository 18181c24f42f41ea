-- Merges that were taken back, by the lead that is itself again: what they told of it is erased with it.
create index concurrently lead_merges_taken_back on lead_merges (company_id, loser_id) where unmerged_at is not null;

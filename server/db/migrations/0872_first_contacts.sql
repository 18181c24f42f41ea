create index concurrently lead_clocks_taking on lead_clocks (company_id, clock, answered_at) include (lead_id, took_ms, target_ms) where answered_at is not null;

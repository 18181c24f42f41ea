create index concurrently lead_verdicts_of_a_person on lead_verdicts (company_id, by_person, at);

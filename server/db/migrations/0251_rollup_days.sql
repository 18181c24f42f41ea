-- The days of a company's roll-ups begin where most of its people are, so that those find nothing at the ends of their days that
-- has to be looked up among the leads. One shift, not a zone: a day that clocks make longer would have two beginnings.
alter table lead_rollup_states add column minutes_ahead integer not null default 0;
-- All are made anew, with the days that theirs have.
truncate lead_rollup_states, lead_rollups;

-- Roll-ups say the same until they are folded again: each state of them has a stamp by which who has read them knows it.
alter table lead_rollup_states add column stamp uuid not null default gen_random_uuid();

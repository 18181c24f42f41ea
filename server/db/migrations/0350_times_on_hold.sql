-- When a clock stood still, as [from, to], oldest first: what it counted can be shown without them. Of earlier times on hold only
-- the working time is known.
alter table lead_clocks add column pauses jsonb not null default '[]';

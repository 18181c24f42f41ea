-- Since when a lead stays with whoever has it though it is overdue: its clock was over when an undo gave it back to them.
alter table lead_clocks add column kept_at timestamptz;

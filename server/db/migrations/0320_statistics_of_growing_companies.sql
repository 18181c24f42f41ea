-- By itself autovacuum looks at a table once a tenth of it is new: a company that begins beside one of a million leads would be
-- unknown to the planner until it has a hundred thousand of its own.
do $$
declare
  grows text;
begin
  foreach grows in array array['leads', 'lead_items', 'lead_comments', 'assignment_queue', 'duplicate_keys', 'duplicate_members', 'changes'] loop
    execute format('alter table %I set (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 1000)', grows);
  end loop;
end $$;

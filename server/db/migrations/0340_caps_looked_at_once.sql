-- It compares the leads written with themselves as they were: the plan of a single one, a nested loop, was kept for the thousands of
-- a bulk change, while somebody has a cap and leads wait.
alter function wake_capped() set enable_nestloop = off;

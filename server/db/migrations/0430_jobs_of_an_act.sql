-- Of an act that was undone by a job it is asked how far that came.
create index jobs_of_act on jobs (company_id, change_set);

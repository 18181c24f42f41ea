-- The files of exports, in parts: one for each chunk of its job. The texts lie in the data folder.
create table export_parts (
  company_id integer not null,
  job_id     bigint not null,
  no         integer not null,
  file       text not null,
  primary key (company_id, job_id, no),
  foreign key (company_id, job_id) references jobs (company_id, id) on delete cascade
);
select tenant_table('export_parts', history => false, grants => 'select, insert, delete');

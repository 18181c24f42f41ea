-- What questions and their newest answers say, folded as searches compare it: to fold each anew took most of a search's time.
create table qc_texts (
  company_id  integer not null,
  question_id bigint not null,
  question    text not null,
  answer      text,
  primary key (company_id, question_id),
  foreign key (company_id, question_id) references qc_questions (company_id, id) on delete cascade
);
select tenant_table('qc_texts', history => false);

create function put_qc_texts(owner integer, touched bigint[]) returns void
  language sql set search_path = public, pg_temp as $$
  insert into qc_texts (company_id, question_id, question, answer)
  select owner, q.id, fold(q.question), fold((
    select a.answer from qc_answers a where a.company_id = owner and a.question_id = q.id order by a.id desc limit 1))
  from qc_questions q where q.company_id = owner and q.id = any (touched)
  on conflict (company_id, question_id) do update set question = excluded.question, answer = excluded.answer
  where (qc_texts.question, qc_texts.answer) is distinct from (excluded.question, excluded.answer);
$$;

-- Beside the words, for the same rows: no further trigger.
create or replace function keep_qc_words() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  owner integer;
  touched bigint[];
begin
  for owner, touched in execute format('select company_id, array_agg(distinct %I) from touched_rows group by 1', tg_argv[0]) loop
    delete from qc_words where company_id = owner and question_id = any (touched);
    insert into qc_words (company_id, word, question_id)
    select distinct owner, word, said.id from (
      select id, question as text from qc_questions where company_id = owner and id = any (touched)
      union all
      select question_id, answer from qc_answers where company_id = owner and question_id = any (touched)
    ) said, qc_stems(said.text) word
    where octet_length(word) <= 200;
    perform put_qc_texts(owner, touched);
  end loop;
  return null;
end $$;

-- The questions that are there already. Forced row-level security binds the owner too: one company after the other.
do $$
declare
  owner integer;
begin
  for owner in select id from identity.companies loop
    perform set_config('leadroom.company', owner::text, true);
    perform put_qc_texts(owner, array(select id from qc_questions where company_id = owner));
  end loop;
  perform set_config('leadroom.company', '', true);
end $$;

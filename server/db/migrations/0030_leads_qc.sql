-- What staff ask about quality, and the answers.

create table qc_questions (
  company_id   integer not null,
  id           bigint generated always as identity,
  question     text not null,
  topic        text not null check (topic in ('specification', 'certificate', 'packing', 'price', 'delivery', 'complaint', 'other')),
  -- What it is about: a lead, a product, a product of a lead, or neither.
  lead_id      bigint,
  product_id   bigint,
  asked_by     integer not null,
  asked_at     timestamptz not null default now(),
  due_on       date,
  state        text not null default 'open' check (state in ('open', 'answered', 'reopened', 'closed')),
  updated_at   timestamptz not null default now(),
  version      integer not null default 1,
  -- Of a lead's product that is not in the catalogue.
  product_name text,
  primary key (company_id, id),
  foreign key (company_id, asked_by) references identity.memberships (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id),
  foreign key (company_id, product_id) references products (company_id, id),
  constraint listed_or_named check (product_id is null or product_name is null)
);
create index qc_questions_state on qc_questions (company_id, state, id desc);
create index qc_questions_asked on qc_questions (company_id, asked_by, id desc);
create index qc_questions_lead on qc_questions (company_id, lead_id, id desc) where lead_id is not null;
create index qc_questions_product on qc_questions (company_id, product_id, id desc) where product_id is not null;
create index qc_questions_topic on qc_questions (company_id, topic, id desc);
create index qc_questions_day on qc_questions (company_id, asked_at);
create index qc_questions_due on qc_questions (company_id, due_on) where state in ('open', 'reopened');
create trigger versions before update on qc_questions for each row execute function count_version();
select tenant_table('qc_questions', personal => '{question}', silent => '{asked_by,asked_at}');

-- Versions: the newest counts, none is overwritten.
create table qc_answers (
  company_id  integer not null,
  id          bigint generated always as identity,
  question_id bigint not null,
  answer      text not null,
  answered_by integer not null,
  answered_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, question_id) references qc_questions (company_id, id),
  foreign key (company_id, answered_by) references identity.memberships (company_id, id)
);
create index qc_answers_newest on qc_answers (company_id, question_id, id desc);
create index qc_answers_person on qc_answers (company_id, answered_by, question_id);
select tenant_table('qc_answers', root => 'qc_questions', root_column => 'question_id', personal => '{answer}',
  silent => '{question_id,answered_by,answered_at}');

create table qc_comments (
  company_id  integer not null,
  id          bigint generated always as identity,
  question_id bigint not null,
  author_id   integer not null,
  body        text not null,
  created_at  timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, question_id) references qc_questions (company_id, id),
  foreign key (company_id, author_id) references identity.memberships (company_id, id)
);
create index qc_comments_newest on qc_comments (company_id, question_id, id desc);
select tenant_table('qc_comments', root => 'qc_questions', root_column => 'question_id', personal => '{body}',
  silent => '{question_id,author_id,created_at}');

-- The words of questions and answers, by their stems: a person who types a question is shown earlier answers. A table, because a
-- text index is not used under row-level security.
create table qc_words (
  company_id  integer not null,
  word        text not null,
  question_id bigint not null,
  primary key (company_id, word, question_id),
  foreign key (company_id, question_id) references qc_questions (company_id, id) on delete cascade
);
create index qc_words_of_question on qc_words (company_id, question_id);
select tenant_table('qc_words', history => false);

-- The texts of questions and their newest answers, folded as searches compare them: folding each again took most of a search.
create table qc_texts (
  company_id  integer not null,
  question_id bigint not null,
  question    text not null,
  answer      text,
  primary key (company_id, question_id),
  foreign key (company_id, question_id) references qc_questions (company_id, id) on delete cascade
);
select tenant_table('qc_texts', history => false);

create function qc_stems(said text) returns setof text
  language sql immutable parallel safe
  return unnest(tsvector_to_array(to_tsvector('pg_catalog.english', said)));

create function put_qc_texts(owner integer, touched bigint[]) returns void
  language sql set search_path = public, pg_temp as $$
  insert into qc_texts (company_id, question_id, question, answer)
  select owner, q.id, fold(q.question), fold((
    select a.answer from qc_answers a where a.company_id = owner and a.question_id = q.id order by a.id desc limit 1))
  from qc_questions q where q.company_id = owner and q.id = any (touched)
  on conflict (company_id, question_id) do update set question = excluded.question, answer = excluded.answer
  where (qc_texts.question, qc_texts.answer) is distinct from (excluded.question, excluded.answer);
$$;

-- The argument names the question's column.
create function keep_qc_words() returns trigger language plpgsql set search_path = public, pg_temp as $$
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
create trigger words_insert after insert on qc_questions referencing new table as touched_rows
  for each statement execute function keep_qc_words('id');
create trigger words_update after update on qc_questions referencing new table as touched_rows
  for each statement execute function keep_qc_words('id');
create trigger words_insert after insert on qc_answers referencing new table as touched_rows
  for each statement execute function keep_qc_words('question_id');
create trigger words_delete after delete on qc_answers referencing old table as touched_rows
  for each statement execute function keep_qc_words('question_id');

-- A question may be about a product of a lead: it names both. What the lead asks for without its being in the catalogue goes by its name.
alter table qc_questions drop constraint about_one_thing,
  add column product_name text,
  add constraint listed_or_named check (product_id is null or product_name is null);

-- By what the list is narrowed.
create index qc_questions_topic on qc_questions (company_id, topic, id desc);
create index qc_questions_day on qc_questions (company_id, asked_at);
create index qc_questions_due on qc_questions (company_id, due_on) where state in ('open', 'reopened');
create index qc_answers_person on qc_answers (company_id, answered_by, question_id);

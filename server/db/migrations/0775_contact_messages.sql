-- What people write by the contact form, and what they are answered.
create table contact_messages (
  company_id           integer not null,
  id                   bigint generated always as identity,
  -- Given by the database: the next one of the company.
  contact_no           integer not null default 0,
  name                 text not null check (length(name) between 1 and 120),
  email                text not null check (length(email) between 3 and 254),
  email_domain         text not null,
  phone                text check (length(phone) <= 20),
  phone_as_written     text check (length(phone_as_written) <= 60),
  company              text not null default '' check (length(company) <= 200),
  subject              text not null default '' check (length(subject) <= 200),
  message              text not null check (length(message) between 1 and 10000),
  page_url             text check (length(page_url) <= 500),
  utm                  jsonb not null default '{}',
  country              text check (length(country) = 2),
  form_id              integer,
  source               text not null default 'website_form' check (source in ('website_form', 'api')),
  status               text not null default 'new' check (status in ('new', 'in_progress', 'answered', 'spam', 'archived')),
  handled_by           integer,
  spam_reasons         text[] not null default '{}',
  -- The entry of the restricted domains that it met.
  restricted_by        bigint,
  lead_id              bigint,
  -- How often the same came within a day.
  repeats              integer not null default 0,
  message_hash         bytea not null,
  answered_at          timestamptz,
  -- Working time from arrival to the first answer.
  first_answer_minutes integer,
  search_text          text not null generated always as (fold(name || ' ' || email || ' ' || company || ' ' || subject || ' ' || message)) stored,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  version              integer not null default 1,
  deleted_at           timestamptz,
  -- When it was emptied of what people said of themselves.
  erased_at            timestamptz,
  primary key (company_id, id),
  unique (company_id, contact_no),
  foreign key (company_id, handled_by) references identity.memberships (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index contact_messages_created on contact_messages (company_id, created_at, id) where deleted_at is null;
create index contact_messages_status on contact_messages (company_id, status, created_at, id) where deleted_at is null;
create index contact_messages_holder on contact_messages (company_id, handled_by, created_at, id) where deleted_at is null;
create index contact_messages_email on contact_messages (company_id, email, created_at) where deleted_at is null;
create index contact_messages_lead on contact_messages (company_id, lead_id) where lead_id is not null;
-- Whether the same came within a day.
create index contact_messages_hash on contact_messages (company_id, message_hash, created_at) where deleted_at is null;
-- What is to be emptied.
create index contact_messages_done on contact_messages (company_id, status, updated_at) where erased_at is null;
create index contact_messages_search on contact_messages using gin (search_text gin_trgm_ops) where deleted_at is null;
create trigger versions before update of status, handled_by, lead_id, deleted_at on contact_messages
  for each row execute function count_version();
select tenant_table('contact_messages', personal => '{name,email,phone,phone_as_written,company,subject,message}',
  silent => '{created_at,email_domain,form_id,utm,page_url,country,message_hash,repeats,search_text}');

create function contact_message_no() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('contact_message_no'), new.company_id);
  select coalesce(max(contact_no), 0) + 1 into new.contact_no from contact_messages where company_id = new.company_id;
  return new;
end $$;
create trigger numbered before insert on contact_messages for each row execute function contact_message_no();

select comments_table('contact_comments', of => 'contact_messages', of_column => 'message_id');

-- Answers that went by mail to people who wrote.
create table contact_replies (
  company_id integer not null,
  id         bigint generated always as identity,
  message_id bigint not null,
  text       text not null check (length(text) between 1 and 10000),
  by_id      integer not null,
  -- The mail that carries it; the last one, where it was sent again.
  mail_id    bigint,
  at         timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, message_id) references contact_messages (company_id, id),
  foreign key (company_id, by_id) references identity.memberships (company_id, id)
);
create index contact_replies_of on contact_replies (company_id, message_id, id);
select tenant_table('contact_replies', root => 'contact_messages', root_column => 'message_id', personal => '{text}',
  silent => '{message_id,mail_id,at}');

-- For exact totals of the list (decisions/085).
create table contact_count_deltas (
  company_id integer not null,
  xid        xid8 not null default pg_current_xact_id(),
  id         bigint generated always as identity,
  n          integer not null,
  status     text not null,
  primary key (company_id, xid, id)
);
select tenant_table('contact_count_deltas', history => false, grants => 'select, insert, delete');
select counts_into('contact_messages', 'contact_count_deltas', due => 'contact-list-counts');

-- Empties the current company's next messages that nobody needs any more, here and in the history: answered or archived ones that nobody
-- has touched for two years, spam after 30 days. Returns how many. The application may change the history this way for them, and it
-- takes no values.
create function erase_contact_messages(most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old bigint[];
  texts bigint[];
begin
  select array_agg(o.id) into old from (
    select id from contact_messages m
    where company_id = current_company() and erased_at is null
      and (status in ('answered', 'archived') and updated_at < now() - interval '24 months'
        or status = 'spam' and updated_at < now() - interval '30 days')
    order by id limit most for update skip locked
  ) o;
  if old is null then return 0; end if;

  with gone as (
    delete from mails using contact_replies r
    where mails.company_id = current_company() and mails.kind = 'contact_reply' and mails.for_id = r.id
      and r.company_id = current_company() and r.message_id = any (old)
    returning mails.text_id
  )
  select array_agg(text_id) into texts from gone;
  delete from mail_texts where company_id = current_company() and id = any (texts);
  update contact_replies set text = '-', mail_id = null where company_id = current_company() and message_id = any (old);
  update contact_comments set body = '-' where company_id = current_company() and message_id = any (old);
  update contact_messages set name = '-', email = 'erased@invalid', email_domain = 'invalid', phone = null, phone_as_written = null, company = '',
    subject = '', message = '-', page_url = null, utm = '{}', message_hash = '', erased_at = now(), deleted_at = coalesce(deleted_at, now())
  where company_id = current_company() and id = any (old);
  -- The rows of the history stay as they were sealed: they know these values by digest alone.
  update change_values v set fields = null from changes c
  where c.company_id = current_company() and c.root = 'contact_messages' and c.root_id = any (old)
    and v.company_id = c.company_id and v.digest = c.personal and v.fields is not null;
  return cardinality(old);
end $$;
revoke all on function erase_contact_messages from public;
grant execute on function erase_contact_messages to leadroom_app;

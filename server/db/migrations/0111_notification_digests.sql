-- Mails of notifications. A row is stored before its mail is sent, and what it tells of belongs to it from then on: a mail
-- that may have gone out is never sent again. One without a time of sending and without a failure is in doubt.

create table notification_digests (
  company_id integer not null,
  id         bigint generated always as identity,
  person_id  integer not null,
  message_id text not null,
  created_at timestamptz not null default now(),
  sent_at    timestamptz,
  -- What the mail server said when it refused for good.
  failure    text,
  primary key (company_id, id),
  foreign key (company_id, person_id) references identity.memberships (company_id, id)
);
create index on notification_digests (company_id, person_id, id desc);
select tenant_table('notification_digests', history => false);

alter table notifications
  add column digest_id bigint,
  add foreign key (company_id, digest_id) references notification_digests (company_id, id) on delete set null (digest_id);
create index notifications_of_digest on notifications (company_id, digest_id) where digest_id is not null;

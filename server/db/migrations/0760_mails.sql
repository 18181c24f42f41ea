-- What goes out by mail. A row of mails is one mail to one address: it is marked as handed over before its first byte leaves, and as sent
-- after the mail server has taken it, so that nobody gets it twice, whatever ends in between.

-- What a mail says; all recipients of a mailing share one. Slots in it stand for what is each recipient's own. That of a mail of its own is
-- emptied when the mail has ended: it may have had a link that only its reader may know.
create table mail_texts (
  company_id integer not null,
  id         bigint generated always as identity,
  subject    text not null check (length(subject) between 1 and 300),
  preheader  text not null default '' check (length(preheader) <= 150),
  plain      text not null,
  html       text not null,
  -- The sender's name; null: that of MAIL_FROM.
  from_name  text check (length(from_name) <= 120),
  reply_to   text check (length(reply_to) <= 254),
  -- Written by nobody.
  automatic  boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
select tenant_table('mail_texts', history => false);

-- One act of mailing many: what area it is of stands in a table of that area.
create table mailings (
  company_id     integer not null,
  id             bigint generated always as identity,
  kind           text not null,
  text_id        bigint not null,
  state          text not null default 'held' check (state in ('held', 'sending', 'paused', 'stopped', 'done', 'cancelled')),
  -- How many the frozen audience holds, and in how many blocks.
  total          integer not null check (total >= 0),
  blocks         integer not null,
  -- How many blocks of the audience have become mails.
  expanded       integer not null default 0,
  -- At most so many mails a minute; null: as many as the installation sends.
  per_minute     integer check (per_minute > 0),
  releases_at    timestamptz not null,
  started_at     timestamptz,
  finished_at    timestamptz,
  -- Why it stands, for who has to decide.
  stopped_code   text check (length(stopped_code) <= 40),
  stopped_reason text check (length(stopped_reason) <= 500),
  -- How many of its mails are in which state, summed after each turn.
  counts         jsonb not null default '{}',
  -- What the breaker looks at: how many ended, and how, since a person last let it go on.
  watched        jsonb not null default '{}',
  -- Of the turn whose mails are not summed yet.
  token          uuid,
  -- The last sign of life of who sends it.
  seen_at        timestamptz,
  made_by        integer,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  version        integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, text_id) references mail_texts (company_id, id)
);
create index mailings_newest on mailings (company_id, created_at, id);
create index mailings_at_work on mailings (company_id, id) where state in ('held', 'sending', 'cancelled') or token is not null;
create trigger versions before update of state, stopped_reason, releases_at on mailings for each row execute function count_version();
select tenant_table('mailings', history => false);

-- The frozen audience: whom it goes to, a thousand to a row.
create table mailing_blocks (
  company_id integer not null,
  mailing_id bigint not null,
  no         integer not null,
  ids        bigint[] not null check (cardinality(ids) between 1 and 1000),
  primary key (company_id, mailing_id, no),
  foreign key (company_id, mailing_id) references mailings (company_id, id) on delete cascade
);
select tenant_table('mailing_blocks', history => false);

create table mails (
  company_id integer not null,
  id         bigint generated always as identity,
  kind       text not null,
  -- Null: a mail of its own.
  mailing_id bigint,
  -- Null: that of its mailing.
  text_id    bigint,
  -- Whom or what it is for, by its kind: a subscriber, an answer to a message, a digest, a person.
  for_id     bigint,
  -- Erased a year after it was sent.
  address    text not null check (length(address) <= 254),
  state      text not null default 'queued'
             check (state in ('queued', 'handing', 'sent', 'deferred', 'refused', 'skipped', 'in_doubt', 'cancelled')),
  -- Of the turn that hands it over, or has.
  token      uuid,
  attempts   integer not null default 0,
  -- When a deferred one is tried again.
  next_at    timestamptz,
  handed_at  timestamptz,
  -- When it was sent, refused, skipped or cancelled, or the doubt arose.
  done_at    timestamptz,
  -- Of a refused one: never to this address, not for now, or nothing from us.
  class      text check (class in ('hard', 'soft', 'policy')),
  -- What the mail server said: its code (5.1.1) and words, or why nobody knows.
  code       text check (length(code) <= 20),
  reply      text check (length(reply) <= 500),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, mailing_id) references mailings (company_id, id) on delete cascade,
  foreign key (company_id, text_id) references mail_texts (company_id, id),
  check (mailing_id is not null or text_id is not null)
) with (autovacuum_vacuum_scale_factor = 0.02);
-- A mailing goes to each once; and what became of the mails for somebody.
create unique index mails_once on mails (company_id, kind, for_id, mailing_id);
create index mails_of_mailing on mails (company_id, mailing_id, state, id) where mailing_id is not null;
create index mails_waiting on mails (company_id, id) where state = 'queued' and mailing_id is null;
create index mails_deferred on mails (company_id, next_at) where state = 'deferred';
create index mails_handing on mails (company_id) where state = 'handing';
create index mails_kept on mails (company_id, done_at) where address <> '' and done_at is not null;
create index mails_text on mails (company_id, text_id) where text_id is not null;
select tenant_table('mails', history => false);

-- Nothing of the current company's goes out any more before a person says so: the database is not the one that sent last.
create function stop_mails(reason text) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  update mails set state = 'in_doubt', done_at = now(), reply = reason where company_id = current_company() and state = 'handing';
  update mails set state = 'cancelled', done_at = now(), reply = reason
  where company_id = current_company() and state in ('queued', 'deferred') and mailing_id is null;
  update mailings set state = 'stopped', stopped_code = 'restored', stopped_reason = reason
  where company_id = current_company() and state in ('held', 'sending', 'paused');
end $$;

-- How fast mails go out: how many may go now, of a company that has a pace of its own, or of all (0).
create table identity.mail_pace (
  company_id integer primary key,
  ready      double precision not null,
  counted_at timestamptz not null default clock_timestamp()
);
grant select, insert, update, delete on identity.mail_pace to leadroom_identity;

-- The mail server of all, as those who send have found it.
create table identity.mail_server (
  one           boolean primary key default true check (one),
  -- Of the pace that is set: halved when it has enough, and raised again.
  factor        double precision not null default 1 check (factor between 0.01 and 1),
  failures      integer not null default 0,
  failing_since timestamptz,
  -- Grown while mails go out. A data folder that knows a greater one of the same name has seen this database on a later day: it was put back.
  name          uuid not null default gen_random_uuid(),
  epoch         bigint not null default 0
);
grant select, insert, update, delete on identity.mail_server to leadroom_identity;

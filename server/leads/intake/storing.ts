import { sql } from 'kysely'
import type { AccountType } from '#contract/leads/lead.ts'
import { template } from '#server/db/transaction.ts'
import { WAITS_FOR } from '#server/leads/assignment/queue.ts'

/** Nothing to look for. */
export const UNASKED = { domains: null, names: null }

interface Storing {
  companyId: number
  kind: string
  source: string
  accountType: AccountType | null
  formId: number | null
  importId: number | null
  createdBy: number | null
  submission: Buffer | null
  spam: readonly string[]
  many: number
  rows: string
  lines: string
  domains: readonly string[] | null
  names: readonly string[] | null
}

/** The leads, their lines and their places in the queue, in one statement. */
export const storing = template(
  'store leads',
  ({
    companyId,
    kind,
    source,
    accountType,
    formId,
    importId,
    createdBy,
    submission,
    spam,
    many,
    rows,
    lines,
    domains,
    names,
  }: Storing) =>
    sql<{ id: number; lead_no: number }>`
  with stored as (
    insert into leads (company_id, lead_no, kind, source, account_type, form_id, import_id, created_by, spam_signals, name, name_is_company, email, phone, phone_sent, further, company, job_title, tags, website,
      country, state, city, zip_code, address, message, utm, status, reason_code, reason_note, quarantined_by, total_quantity, created_at, external_id)
    select ${companyId}::int, numbered.lead_no, ${kind}, coalesce(lead.source, ${source}), ${accountType}, ${formId}::bigint, ${importId}::bigint, ${createdBy}::int, ${spam}::text[],
      name, name_is_company, email, phone, phone_sent, further, company, job_title, tags, website, country, state, city, zip_code, address, message, utm, status,
      reason_code, reason_note, quarantined_by, total_quantity, coalesce(created_at, now()), external_id
    from json_to_recordset(${rows}::json) as lead (at int, name text, name_is_company boolean, email text, phone text, phone_sent text, further jsonb,
      company text, job_title text, tags text[], website text, country text, state text, city text, zip_code text, address text, message text, utm jsonb, status text,
      reason_code text, reason_note text, quarantined_by bigint, total_quantity bigint, source text, created_at timestamptz, external_id text)
    join next_lead_nos(${many}::int) with ordinality as numbered (lead_no, place) on place = at + 1
    -- Asked once and before anything is drawn or stored.
    where (${submission}::bytea is null or (select repeated_submission(${submission}::bytea)) is null)
      and (${domains}::text[] is null or not exists (select from restrictions_at_door(${domains}::text[], ${names}::text[])))
    order by at
    returning id, lead_no, status, quarantined_by, deleted_at
  ), placed as (
    -- Ids are drawn in the order of the rows.
    select id, lead_no, row_number() over (order by id) as place from stored
  ), said as materialized (
    select * from json_to_recordset(${lines}::json) as line (place int, no int, product_id bigint, product_name text, quantity int, total_quantity int)
  ), lines as (
    -- A name that the catalogue knows is that product, whoever sent it.
    insert into lead_items (company_id, lead_id, product_id, product_name, quantity, total_quantity)
    select ${companyId}::int, placed.id, coalesce(said.product_id, known.product_id), product_name, quantity, total_quantity
    from said join placed using (place)
    left join match_products(array(select product_name from said where product_id is null)) known on known.said = said.product_name
    order by place, no
  ), submitted as (
    insert into lead_submissions (company_id, lead_id, digest)
    select ${companyId}::int, id, ${submission}::bytea from stored where ${submission}::bytea is not null
  ), queue as (
    insert into assignment_queue (company_id, list, lead_id)
    select ${companyId}::int, 'qa', l.id from stored l where ${WAITS_FOR.qa} order by l.id
  )
  select id, lead_no, case when place = 1 and exists (select from stored l where ${WAITS_FOR.qa}) then mark_due('assign') end
  from placed order by place`,
)

import { sql, type RawBuilder } from 'kysely'
import { MOST_DUPLICATES } from '#contract/leads/duplicates.ts'
import { LEAD_VALUES, type Lead, type LeadRow, type LeadValue } from '#contract/leads/lead.ts'
import { template } from '#server/db/transaction.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { idsIn } from '#server/platform/counted-lists/page.ts'
import { domainState } from '#server/platform/contact-details/email-address.ts'
import { followUpOn } from '#server/leads/valid-leads/follow-ups.ts'
import { allowedOf } from '#server/leads/restricted-domains/restriction.ts'
import { timeLeftOf, type ReadClock } from '#server/leads/sla/time-left.ts'
import { seesWholeKind, visibleTo, visibleToHolder, type Sight, type Viewer } from './scope.ts'

/** A lead as the database tells it: of the domain its name, of the clock its moments. */
type Told<Of> = Omit<Of, 'domain_state' | 'clock' | 'why_unassigned'> & {
  domain_state: string | null
  clock: ReadClock | null
  why_unassigned: string | null
}

/** Who is shown rows, and what of them: all, or of what is not always sent these values. */
export interface Shown extends Sight {
  values: readonly LeadValue[] | undefined
}

/** These leads in this order, as every list shows them. The plan of their many joins is made once, not for each page. */
export const leadsById = async (tenant: Tenant, shown: Shown, ids: readonly number[]): Promise<LeadRow[]> => {
  if (ids.length === 0) return []
  const by = shown.values ? partsByIds : wholeByIds
  const { rows } = await tenant.db.executeQuery(by({ companyId: tenant.companyId, ...shown, ids }))
  return toRows(tenant, rows, shown)
}
const chosenIds = (ids: unknown) =>
  sql`select id, place from unnest(${ids}::bigint[]) with ordinality as chosen (id, place)`
type ByIds = Asked & { ids: readonly number[] }
const wholeByIds = template('lead rows', (asked: ByIds) => wholeOf(asked, chosenIds(asked.ids)))
const partsByIds = template('parts of lead rows', (asked: ByIds) => partsOf(asked, chosenIds(asked.ids)))

/** The leads whose ids an earlier statement has left in the slot, in that order. */
export const leadsInSlot = async (tenant: Tenant, shown: Shown, slot: string): Promise<LeadRow[]> => {
  const by = shown.values ? partsBySlot : wholeBySlot
  const { rows } = await tenant.db.executeQuery(by({ companyId: tenant.companyId, ...shown, slot }))
  return toRows(tenant, rows, shown)
}
const idsLeftIn = (slot: string) => sql`select id, place from ${idsIn(slot)} as chosen (id, place)`
type BySlot = Asked & { slot: string }
const wholeBySlot = template('page rows', (asked: BySlot) => wholeOf(asked, idsLeftIn(asked.slot)))
const partsBySlot = template('parts of page rows', (asked: BySlot) => partsOf(asked, idsLeftIn(asked.slot)))

interface Asked extends Shown {
  companyId: number
}

const wholeOf = ({ companyId, keys, person }: Asked, chosen: RawBuilder<unknown>) =>
  rowsOf<Told<Lead>>(companyId, chosen, repeatedSeenBy(keys, person), BESIDE_LISTS)

/** What the row is not to have is not looked up either. */
const partsOf = ({ companyId, keys, person, values }: Asked, chosen: RawBuilder<unknown>) =>
  rowsOf<Told<LeadRow>>(
    companyId,
    chosen,
    repeatedSeenBy(keys, person),
    sql``,
    (value) => sql`(${value}::text = any((select ${values}::text[])::text[]))`,
  )

/** The leads of a query of (id, place), in the order of `place`, as every list shows them to somebody who sees these. */
export const leadRows = async (
  tenant: Tenant,
  chosen: RawBuilder<unknown>,
  visible: RawBuilder<boolean>,
): Promise<Lead[]> => {
  const { rows } = await rowsOf<Told<Lead>>(tenant.companyId, chosen, repeated(visible), BESIDE_LISTS).execute(
    tenant.db,
  )
  return toLeads(tenant, rows)
}

/** How many others of its group somebody sees who sees these leads; of very many, as of those beside a lead, the newest are looked at. */
const repeated = (visible: RawBuilder<boolean>) => sql`(
  select count(*) from (
    select m.company_id, m.lead_id from duplicate_members m
    where m.company_id = dm.company_id and m.group_id = dm.group_id and m.lead_id <> chosen.id
    order by m.lead_id desc limit ${MOST_DUPLICATES}) m
  join leads l on l.company_id = m.company_id and l.id = m.lead_id and ${visible})`

/**
 * The same for who has these keys; nobody is looked at where they see all leads of the kind. Both are read when the query runs: known
 * to the planner, they make a plan for one caller look cheaper, and PostgreSQL would plan these joins anew each time.
 */
const repeatedSeenBy = (keys: unknown, person: unknown) => {
  const [held, who] = [sql`(select ${keys}::text[])::text[]`, sql`(select ${person}::int)`]
  return sql`case when dg.id is null then 0
    when ${seesWholeKind(held, sql`dg.kind`)} then least(dg.leads - 1, ${MOST_DUPLICATES})
    else ${repeated(visibleToHolder(held, who))} end`
}

/**
 * The joins are made for these rows alone, however large the list that they come from. Names are looked up once for all who may
 * appear: planning the way to them anew for each role of a person took longer than the query itself.
 */
const rowsOf = <Row>(
  companyId: number,
  chosen: RawBuilder<unknown>,
  duplicates: RawBuilder<unknown>,
  beside: RawBuilder<unknown>,
  has: Has = EVERYTHING,
) => sql<Row>`
    with chosen as (${chosen}), people as materialized (select id, name from staff)
    select ${ALWAYS}${beside}, ${byColumn(has)}, ${onlyIf(has('duplicates'), duplicates)} as duplicates
    from chosen
    join leads l on l.company_id = ${companyId} and l.id = chosen.id
    left join people qa on qa.id = l.assigned_qa
    left join people rep on rep.id = l.sales_person
    left join people validator on validator.id = l.validated_by
    left join people creator on creator.id = l.created_by
    left join lead_verdicts v on v.company_id = ${companyId} and v.id = l.verdict_id and v.verdict = 'valid' and l.status = 'valid'
    left join assignment_queue q on q.company_id = ${companyId} and q.lead_id = l.id and q.list = 'qa' and l.status = 'new'
    left join assignment_lists waits on waits.company_id = ${companyId} and waits.list = q.list
    left join lead_clocks k on k.company_id = ${companyId} and k.lead_id = l.id and k.clock = case l.status when 'valid' then 'response' else 'handling' end
    left join duplicate_members dm on dm.company_id = ${companyId} and dm.lead_id = l.id
    left join duplicate_groups dg on dg.company_id = ${companyId} and dg.id = dm.group_id
    left join lateral (
      select json_agg(json_build_object('id', i.id, 'product_id', i.product_id, 'product_name', i.product_name,
        'quantity', i.quantity, 'total_quantity', i.total_quantity) order by i.id) as lines
      from lead_items i where i.company_id = ${companyId} and i.lead_id = l.id and ${has('products')}
    ) items on true
    left join lateral (
      select json_build_object('body', left(c.body, 500), 'at', c.created_at, 'author', ${personRef(sql`s.id`, sql`s.name`)}) as newest
      from lead_comments c left join people s on s.id = c.author_id
      where c.company_id = ${companyId} and c.lead_id = l.id and ${has('last_comment')} order by c.id desc limit 1
    ) comment on true
    order by chosen.place`

/** One lead by id, or the lead that this one has become part of, where the condition holds (`l` is the lead); undefined otherwise. */
export const leadRow = async (tenant: Tenant, id: number, visible: RawBuilder<boolean>): Promise<Lead | undefined> => {
  const [row] = await leadRows(
    tenant,
    sql`select l.id, 1 as place from leads l where l.company_id = ${tenant.companyId} and l.id = lead_now(${id}) and l.deleted_at is null and ${visible}`,
    visible,
  )
  return row
}

/** A lead that the caller has just written, whatever list it is on now. */
export const writtenLead = async (tenant: Tenant, caller: Viewer, id: number): Promise<Lead> => {
  const [row] = await leadRows(tenant, sql`select lead_now(${id}) as id, 1 as place`, visibleTo(caller))
  if (!row) throw new Error(`Lead ${id} is gone within the transaction that wrote it`)
  return row
}

const personRef = (id: RawBuilder<unknown>, name: RawBuilder<unknown>) =>
  sql`case when ${id} is not null then json_build_object('id', ${id}, 'name', ${name}) end`

/** Whether rows are to have a value. */
type Has = (value: LeadValue) => RawBuilder<unknown>
const EVERYTHING: Has = () => sql`true`
const onlyIf = (condition: RawBuilder<unknown>, read: RawBuilder<unknown>) =>
  sql`case when ${condition} then ${read} end`

const ALWAYS = sql`
  l.id, l.id as "enquiryId", l.lead_no, l.kind, l.name, l.email, coalesce(l.phone, l.phone_sent) as phone, l.company, l.country, l.city, l.source,
  l.status, l.enquiry_status,
  ${personRef(sql`qa.id`, sql`qa.name`)} as assigned_qa,
  ${personRef(sql`rep.id`, sql`rep.name`)} as sales_person,
  l.total_quantity, l.created_at, l.version, l.email_domain as domain_state, l.quarantined_by, l.reason_code,
  l.assigned_at, l.status_at, l.on_hold_until, l.first_response_at, l.updated_at,
  case when k.lead_id is not null then json_build_object('clock', k.clock, 'started_at', k.started_at, 'due_at', k.due_at, 'paused_at', k.paused_at,
    'answered_at', k.answered_at, 'target_ms', k.target_ms, 'took_ms', k.took_ms, 'calendar_id', k.calendar_id, 'now', now(),
    'revision', (select r.revision from sla_revisions r where r.company_id = l.company_id)) end as clock,
  case when l.status = 'new' then case when l.quarantined_by is not null then 'Quarantined by a restricted domain'
    when q.id is null then 'Not in the queue of automatic assignment' else coalesce(why_it_waits(q, waits, l), 'Waiting to start') end end as why_unassigned`

const BESIDE_LISTS = sql`,
  coalesce(l.further, '[]') as further, l.job_title, l.state, l.zip_code as "zipCode", l.address, l.message, l.external_id,
  l.lost_reason, l.nurture_until, l.reached_by`

const byColumn = (has: Has) => {
  const read = (value: LeadValue, column: RawBuilder<unknown>) =>
    sql`${onlyIf(has(value), column)} as ${sql.ref(value)}`
  return sql.join([
    read('products', sql`coalesce(items.lines, '[]')`),
    read('website', sql`l.website`),
    read('tags', sql`coalesce(l.tags, '{}')`),
    read('utm', sql`l.utm`),
    read('reason_note', sql`l.reason_note`),
    read('account_type', sql`l.account_type`),
    read('created_by', personRef(sql`creator.id`, sql`creator.name`)),
    read('assigned_how', sql`l.assigned_how`),
    read('validated_at', sql`l.validated_at`),
    read('validated_by', personRef(sql`validator.id`, sql`validator.name`)),
    read(
      'validated',
      sql`case when v.id is not null then json_build_object('company', v.company, 'country', v.country, 'products', v.products,
    'total_quantity', (select coalesce(sum((p->>'total_quantity')::bigint), 0) from jsonb_array_elements(v.products) p)) end`,
    ),
    read('follow_up_on', followUpOn),
    read('sales_note', sql`l.sales_note`),
    read('last_comment', sql`comment.newest`),
    read('spam_signals', sql`l.spam_signals`),
  ])
}

/** A row without what was not asked for; the database says null of it, which would be a value. */
const toRows = async (tenant: Tenant, rows: readonly Told<LeadRow>[], { values }: Shown): Promise<LeadRow[]> => {
  const leads = await toLeads(tenant, rows)
  if (!values) return leads
  const nothing = Object.fromEntries(
    LEAD_VALUES.filter((value) => !values.includes(value)).map((value) => [value, undefined]),
  )
  return leads.map((lead) => Object.assign(lead, nothing))
}

/** The rows are this page's own: they become leads in place, since copies of so many fields cost as much as reading them. */
const toLeads = async <Of extends Lead | LeadRow>(tenant: Tenant, rows: readonly Told<Of>[]) => {
  const throwAways = rows.flatMap(({ domain_state: domain }) =>
    domain && domainState(domain) === 'disposable' ? [domain] : [],
  )
  const [allowed, timeLeft] = [await allowedOf(tenant, throwAways), await timeLeftOf(tenant, rows)]
  return rows.map((row) => {
    const { quarantined_by, domain_state: domain, clock, why_unassigned } = row
    const read: Pick<LeadRow, 'clock' | 'domain_state'> & { why_unassigned: string | undefined } = {
      clock: clock && timeLeft(clock),
      domain_state: quarantined_by !== null ? 'restricted' : stateOf(domain, allowed),
      why_unassigned: why_unassigned ?? undefined,
    }
    return Object.assign(row, read)
  })
}

const stateOf = (domain: string | null, allowed: ReadonlySet<string>) =>
  domain && allowed.has(domain) ? 'ok' : domainState(domain)

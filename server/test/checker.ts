import type pg from 'pg'
import { choose, type Candidate } from '#server/leads/assignment/choose.ts'

const STEPS = [
  'new assigned',
  'new invalid',
  'assigned in-progress',
  'assigned on_hold',
  'assigned invalid',
  'assigned new',
  'in-progress valid',
  'in-progress invalid',
  'in-progress on_hold',
  'in-progress new',
  'on_hold assigned',
  'on_hold in-progress',
  'valid invalid',
  'invalid valid',
]

/** Each value that a lead's column has had, oldest first, from the history alone. What an undo puts back, or a merge brings from another lead, had its reason then and there. */
const pathOf = (column: string) => `
  select company_id, root_id as lead_id, id, change_set, act, verb, channel = 'undo' or act in ('duplicates.merge', 'duplicates.unmerge') as brought, fields->'${column}'->0 as before, fields->'${column}'->1 as after,
    lag(fields->'${column}'->1) over (partition by company_id, root_id order by id) as known,
    row_number() over (partition by company_id, root_id order by id desc) = 1 as newest
  from changes where entity = 'leads' and fields ? '${column}'`

/** What belonged to a lead that was merged belongs to the other one now. */
const NOT_MERGED = `not exists (select from lead_merges m where m.company_id = l.company_id and m.loser_id = l.id and m.unmerged_at is null)`

const ownership = (column: string, list: string) => [
  `select lead_id, '${column} went from ' || coalesce(before::text, 'null') || ', though it was ' || coalesce(known::text, 'null')
   from (${pathOf(column)}) p where verb = 'updated' and coalesce(known, 'null') is distinct from coalesce(before, 'null')`,
  `select l.id, '${column} is ' || coalesce(l.${column}::text, 'null') || ', the history ends with ' || coalesce(p.after::text, 'nothing')
   from leads l left join (select * from (${pathOf(column)}) p where newest) p on p.company_id = l.company_id and p.lead_id = l.id
   where coalesce(to_jsonb(l.${column}), 'null') is distinct from coalesce(p.after, 'null')`,
  `select p.lead_id, '${column} became ' || p.after::text || ' without a decision that says so'
   from (${pathOf(column)}) p left join assignment_decisions d on d.company_id = p.company_id and d.lead_id = p.lead_id
     and d.change_set = p.change_set and d.list = '${list}' and to_jsonb(d.chosen) = p.after
   where p.verb = 'updated' and not p.brought and p.after <> 'null' and d.id is null`,
  `select d.lead_id, 'a decision for ' || d.chosen || ' (${list}, instead of ' || coalesce(d.replaced::text, 'nobody') || ') that the history does not have'
   from assignment_decisions d left join (${pathOf(column)}) p on d.company_id = p.company_id and d.lead_id = p.lead_id and d.change_set = p.change_set
     and to_jsonb(d.chosen) = p.after and coalesce(to_jsonb(d.replaced), 'null') = coalesce(p.before, 'null')
   where d.list = '${list}' and p.id is null`,
  `select lead_id, count(*) || ' decisions (${list}) in one act' from assignment_decisions where list = '${list}' group by company_id, lead_id, change_set having count(*) > 1`,
]

const RULES = [
  ...ownership('assigned_qa', 'qa'),
  ...ownership('sales_person', 'sales'),
  `select lead_id, 'status went from ' || before::text || ', though it was ' || coalesce(known::text, 'nothing')
   from (${pathOf('status')}) p where verb = 'updated' and known is distinct from before`,
  `select lead_id, 'status went from ' || before::text || ' to ' || after::text
   from (${pathOf('status')}) p where verb = 'updated' and not brought and (before #>> '{}') || ' ' || (after #>> '{}') <> all ($1)
     and not (act = 'registration-leads.validate' and before <> '"on_hold"' and after = '"valid"')`,
  `select l.id, 'status is ' || l.status || ', the history ends with ' || coalesce(p.after::text, 'nothing')
   from leads l left join (${pathOf('status')}) p on p.company_id = l.company_id and p.lead_id = l.id and p.newest
   where to_jsonb(l.status) is distinct from p.after`,
  `select l.id, 'is there with ' || count(c.id) || ' events of its making'
   from leads l left join changes c on c.company_id = l.company_id and c.entity = 'leads' and c.entity_id = l.id and c.verb = 'created'
   group by l.company_id, l.id having count(c.id) <> 1`,
  `select root_id, 'has an event, but is not there'
   from changes c where root = 'leads' and not exists (select from leads l where l.company_id = c.company_id and l.id = c.root_id)`,
  // Whatever is written goes through the history: each value is as the change before left it.
  `select case c.root when 'leads' then c.root_id else 0 end, c.entity || ' ' || c.entity_id || ': ' || c.key || ' went from ' || c.before || ', though it was ' || c.known
   from (select root, root_id, entity, entity_id, f.key, f.value -> 0 as before,
       lag(f.value -> 1) over (partition by company_id, entity, entity_id, f.key order by id) as known
     from changes cross join jsonb_each(fields) f where verb = 'updated') c
   where c.known <> c.before`,
  `select c.root_id, 'versions of two changes are ' || c.before || ' and ' || c.version
   from (select company_id, root_id, version, lag(version) over (partition by company_id, root_id order by id) as before from changes where entity = 'leads') c
   where c.version <= c.before`,
  `select l.id, 'asks for ' || l.total_quantity || ', its lines for ' || coalesce(sum(i.total_quantity), 0)
   from leads l left join lead_items i on i.company_id = l.company_id and i.lead_id = l.id
   where l.verdict_id is null and ${NOT_MERGED} group by l.company_id, l.id having l.total_quantity <> coalesce(sum(i.total_quantity), 0)`,
  // A verdict, the status it makes and the change of both are one act.
  `select l.id, 'is ' || l.status || ' by a verdict that says ' || coalesce(v.verdict, 'nothing')
   from leads l left join lead_verdicts v on v.company_id = l.company_id and v.id = l.verdict_id and v.lead_id = l.id
   where l.verdict_id is not null and l.status is distinct from v.verdict and ${NOT_MERGED}`,
  `select v.lead_id, 'verdict ' || v.id || ' has no act that made the lead ' || v.verdict
   from lead_verdicts v left join changes c on c.company_id = v.company_id and c.entity = 'lead_verdicts' and c.entity_id = v.id and c.verb = 'created' and c.channel <> 'undo'
   left join (${pathOf('status')}) p on p.company_id = c.company_id and p.lead_id = c.root_id and p.change_set = c.change_set and p.after = to_jsonb(v.verdict)
   where p.id is null`,
  // Whoever corrects an address to one of a restricted domain gives no verdict: the entry of the list says what becomes of the lead.
  `select p.lead_id, 'became ' || p.after::text || ' without a verdict'
   from (${pathOf('status')}) p join changes a on a.company_id = p.company_id and a.id = p.id
   left join changes c on c.company_id = p.company_id and c.change_set = p.change_set and c.entity = 'lead_verdicts' and c.root_id = p.lead_id
   where p.verb = 'updated' and not p.brought and a.actor_kind = 'person' and p.after in ('"valid"', '"invalid"') and c.id is null
     and not (p.after = '"invalid"' and a.fields->'reason_code'->>1 is not distinct from 'restricted_domain')`,
  // Whoever has to be assigned waits, and whoever waits is looked at or knows why not.
  `select l.id, 'is new and waits for nobody'
   from leads l join changes c on c.company_id = l.company_id and c.entity = 'leads' and c.entity_id = l.id and c.verb = 'created' and c.act <> 'test'
   where l.status = 'new' and l.quarantined_by is null and l.deleted_at is null
     and not exists (select from assignment_queue q where q.company_id = l.company_id and q.list = 'qa' and q.lead_id = l.id)`,
  `select l.id, 'is valid and waits for no sales person'
   from leads l where l.status = 'valid' and l.kind = 'enquiry' and l.verdict_id is not null and l.sales_person is null and l.deleted_at is null
     and not exists (select from assignment_queue q where q.company_id = l.company_id and q.list = 'sales' and q.lead_id = l.id)`,
  `select q.lead_id, 'waits (' || q.list || ') and nobody will look'
   from assignment_queue q join assignment_lists a on a.company_id = q.company_id and a.list = q.list
   where q.id > a.seen and not exists (select from identity.due d where d.company_id = q.company_id and d.kind = 'assign')`,
  `select q.lead_id, 'waits for QA though it is ' || l.status from assignment_queue q join leads l on l.company_id = q.company_id and l.id = q.lead_id
   where q.list = 'qa' and l.status <> 'new'`,
  // Since they were put on the list; who was taken off and put back goes on with what they had then.
  `select 0, 'person ' || e.staff_id || ' has received ' || e.received || ' (' || e.list || '), by ' || count(d.id) || ' decisions'
   from assignment_entries e join lateral (select min(at) as at from changes c
     where c.company_id = e.company_id and c.entity = 'assignment_entries' and c.entity_id = e.id and c.verb = 'created' having count(*) = 1) put on true
   left join assignment_decisions d on d.company_id = e.company_id and d.list = e.list and d.chosen = e.staff_id and d.mode = 'auto' and d.at > put.at
   group by e.company_id, e.id having e.received <> count(d.id)`,
  // Time is counted while somebody is to act, stands still on hold, and ends with the act.
  `select l.id, 'is ' || l.status || ', its clock of handling ' || case when k.answered_at is not null then 'has ended' when k.paused_at is not null then 'stands still' else 'runs' end
   from lead_clocks k join leads l on l.company_id = k.company_id and l.id = k.lead_id
   where k.clock = 'handling' and l.deleted_at is null
     and (l.status = 'new' or (k.answered_at is null) <> (l.status = 'assigned' or (l.status = 'on_hold' and l.in_progress_at is null))
       or (k.answered_at is null and (k.paused_at is null) <> (l.status = 'assigned')))`,
  `select l.id, 'is ' || l.status || ' (' || coalesce(l.enquiry_status, '-') || '), its clock of the response ' || case when k.answered_at is not null then 'has ended' else 'runs' end
   from lead_clocks k join leads l on l.company_id = k.company_id and l.id = k.lead_id
   where k.clock = 'response' and l.deleted_at is null and (l.status <> 'valid' or l.kind <> 'enquiry' or (k.answered_at is null) <> (l.enquiry_status = 'open'))`,
  `select l.id, 'is deleted, its clock (' || k.clock || ') runs' from lead_clocks k join leads l on l.company_id = k.company_id and l.id = k.lead_id
   where l.deleted_at is not null and k.answered_at is null and k.paused_at is null`,
  `select k.lead_id, 'its clock (' || k.clock || ') stood still twice at the same time'
   from lead_clocks k where exists (select from jsonb_array_elements(k.pauses) with ordinality as one (pause, place), jsonb_array_elements(k.pauses) with ordinality as later (pause, place)
     where later.place > one.place and (later.pause ->> 0)::timestamptz < (one.pause ->> 1)::timestamptz)`,
  `select a.lead_id, 'is to be accepted by ' || a.staff_id || ', its sales person is ' || coalesce(l.sales_person::text, 'nobody')
   from lead_acceptances a join leads l on l.company_id = a.company_id and l.id = a.lead_id
   where a.due_at is not null and l.deleted_at is null and l.sales_person is distinct from a.staff_id`,
  `select l.id, 'is there, and to be accepted only when it is back' from lead_acceptances a join leads l on l.company_id = a.company_id and l.id = a.lead_id
   where a.due_at = 'infinity' and l.deleted_at is null`,
  `select lead_id, 'is to be accepted by ' || count(*) || ' at once' from lead_acceptances where due_at is not null group by company_id, lead_id having count(*) > 1`,
  // An answer is kept with the work that it tells of.
  `select 0, 'idempotency key ' || key || ' (' || scope || ') is stored without its answer' from idempotency_keys where answer is null`,
]

/** All that contradicts itself in the database, one sentence each; nothing when history, owners and decisions agree. */
export const contradictions = async (owner: pg.Pool): Promise<string[]> => {
  const problems: string[] = []
  // The planner knows nothing of rows that have just come.
  await owner.query(
    'analyze leads, lead_items, lead_verdicts, changes, assignment_decisions, assignment_queue, idempotency_keys',
  )
  for (const rule of RULES) {
    const { rows } = await owner.query({
      // All of it first: for the first twenty alone the planner compares each lead of a company with each of its changes.
      text: `with r (lead, problem) as materialized (${rule}) select lead, problem from r limit 20`,
      values: rule.includes('$1') ? [STEPS] : [],
    })
    problems.push(...rows.map(({ lead, problem }) => (Number(lead) === 0 ? problem : `lead ${lead}: ${problem}`)))
  }
  return [...problems, ...(await notReplayed(owner))]
}

/** Each decision of the rotation, made again from what was stored of it, gives the person that was stored. */
const notReplayed = async (owner: pg.Pool) => {
  const { rows } = await owner.query<{
    lead_id: number
    chosen: number
    considered: Candidate[]
    tie_break: string | null
    sticky: number | null
  }>(`select lead_id, chosen, considered, tie_break, sticky from assignment_decisions where mode = 'auto'`)
  return rows.flatMap(({ lead_id, chosen, considered, tie_break, sticky }) => {
    const again = choose(considered, sticky)
    return again.chosen === chosen && again.tie_break === tie_break
      ? []
      : [`lead ${lead_id}: ${chosen} was chosen, made again it is ${again.chosen}`]
  })
}

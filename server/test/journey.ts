import { setTimeout as sleep } from 'node:timers/promises'
import type { Failure } from '#contract/kit/endpoint.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { startWork } from '#server/app/work.ts'
import type { Sent, TestApp, TestPerson } from './app.ts'
import { WAITING } from './leads.ts'

export const LIST_KEYS = [
  'marketing_leads_list',
  'all_leads_list',
  'assigned_leads_list',
  'valid_leads_list',
  'registration_leads_list',
] as const satisfies readonly PermissionKey[]

export interface LeadRow {
  [column: string]: unknown
  status?: string
  assigned_qa?: number | null
  sales_person?: number | null
}

/** A lead put into the table as it is to be, past every rule but the table's own; returns its id. */
export const putLead = async (
  app: TestApp,
  { companyId }: TestPerson,
  lead: LeadRow = {},
  products = [{ product_name: 'Hose', quantity: 2 }],
) => {
  const row: LeadRow = {
    company_id: companyId,
    name: 'Yuki Tanabe',
    email: 'yuki@aziztextiles.example',
    company: 'Aziz Textiles',
    country: 'PK',
    source: 'website_form',
    total_quantity: products.reduce((sum, { quantity }) => sum + quantity, 0),
    ...(lead.status === 'invalid' ? { reason_code: 'other' } : {}),
    ...(lead.status === 'valid'
      ? { enquiry_status: lead['kind'] === 'registration' ? null : 'open', validated_at: new Date().toISOString() }
      : {}),
    ...lead,
  }
  const columns = Object.keys(row)
  const [{ id }] = await app.sql(
    companyId,
    `insert into leads (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')}) returning id::int`,
    Object.values(row),
  )
  for (const { product_name, quantity } of products)
    await app.sql(
      companyId,
      'insert into lead_items (company_id, lead_id, product_name, quantity, total_quantity) values ($1, $2, $3, $4, $4)',
      [companyId, id, product_name, quantity],
    )
  return id as number
}

/** A lead as it is stored. */
export const storedLead = async (app: TestApp, id: number): Promise<any> =>
  (
    await app.owner.query(
      'select *, id::int, version::int, verdict_id::int, total_quantity::int from leads where id = $1',
      [id],
    )
  ).rows[0]

const TABLES = [
  'leads',
  'lead_items',
  'lead_verdicts',
  'lead_comments',
  'assignment_decisions',
  'assignment_queue',
  'notifications',
  'changes',
  'change_values',
  'idempotency_keys',
  'identity.due',
]

/** What is stored, in short: the same text means that nothing was added, changed or taken away. */
export const fingerprint = async ({ owner }: TestApp): Promise<string> => {
  const parts = TABLES.map(
    (table) => `(select coalesce(md5(string_agg(t::text, ';' order by t::text)), '') from ${table} t)`,
  )
  return (await owner.query(`select concat_ws(' ', ${parts.join(', ')}) as text`)).rows[0].text
}

export type Refusal = Failure & { status: number }

/** A slow machine sends away whoever waits for a second: asks again then, as callers do. */
export const whenNotBusy = async <T>(ask: () => Promise<T>, left = 20): Promise<T> => {
  try {
    return await ask()
  } catch (error) {
    if (left === 0 || Object(error).status !== 503) throw error
    await sleep(200)
    return whenNotBusy(ask, left - 1)
  }
}

/** What a refused call answered. */
export const refusal = async (call: Promise<unknown>): Promise<Refusal> => {
  try {
    await call
  } catch (error) {
    const { status, failure } = error as { status: number; failure: Failure }
    if (status === undefined) throw error
    return { ...failure, status }
  }
  throw new Error('The call was not refused')
}

/** An answer without what differs between any two. */
export const bytes = ({ status, text }: Sent) => `${status} ${text.replace(/"request_id":"[^"]+"/, '')}`

/** Several workers, as on several nodes, do all the waiting work together. */
export const workOffTogether = async ({ services, owner }: TestApp, workers: number) => {
  const errors: unknown[] = []
  const running = Array.from({ length: workers }, () => startWork(services, (error) => void errors.push(error)))
  try {
    for (let round = 0; round < 2_000; round++) {
      if (!(await owner.query(WAITING)).rowCount) return errors
      for (const worker of running) worker.wake()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error(`The work was not done: ${errors.map(String).join('; ')}`)
  } finally {
    await Promise.all(running.map((worker) => worker.stop()))
  }
}

/** Says that a company has leads waiting, as every act does that may make somebody able to take them. */
export const markDue = ({ owner }: TestApp, { companyId }: TestPerson) =>
  owner.query(`insert into identity.due (company_id, kind) values ($1, 'assign')`, [companyId])

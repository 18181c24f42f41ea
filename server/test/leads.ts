import type { PermissionKey } from '#contract/kit/permissions.ts'
import { startWork } from '#server/app/work.ts'
import { keyedDigest } from '#server/kit/secrets.ts'
import type { TestApp, TestPerson } from './app.ts'

export const QA_KEYS = [
  'marketing_leads_list',
  'marketing_leads_history',
  'marketing_leads_comments',
  'assigned_leads_list',
  'assigned_leads_edit_status',
  'assigned_leads_comments',
  'all_leads_list',
  'all_leads_assign_to_me',
  'lead_details_view',
] as const satisfies readonly PermissionKey[]
export const REP_KEYS = [
  'valid_leads_list',
  'valid_leads_comments',
  'valid_leads_view_validated_details',
] as const satisfies readonly PermissionKey[]
export const MANAGER_KEYS = [
  ...QA_KEYS,
  'marketing_leads_add',
  'marketing_leads_assign_to_staff',
  'marketing_leads_reassign',
  'valid_leads_list',
  'valid_leads_assign',
] as const satisfies readonly PermissionKey[]

/** A public form of the person's company; returns the address to send to. */
export const openForm = async (app: TestApp, { companyId }: TestPerson, key: string, allowedOrigins: string[] = []) => {
  const [form] = await app.sql(
    companyId,
    `insert into intake_forms (company_id, name, allowed_origins) values ($1, 'Enquiry', $2) returning id`,
    [companyId, allowedOrigins],
  )
  await app.owner.query('insert into identity.form_keys (hash, company_id, form_id) values ($1, $2, $3)', [
    keyedDigest(app.services.intake.formKey, key),
    companyId,
    form.id,
  ])
  return `/intake/${key}/enquiry`
}

/** Puts a person on an assignment list. */
export const putOnList = (app: TestApp, { companyId, id }: TestPerson, list: 'qa' | 'sales', weight = 1) =>
  app.sql(companyId, 'insert into assignment_entries (company_id, list, staff_id, weight) values ($1, $2, $3, $4)', [
    companyId,
    list,
    id,
    weight,
  ])

/** Work that waits now, or a job that has not ended. Looks at running jobs come later and are none. */
export const WAITING = `select 1 from identity.due where kind <> 'jobs' and at <= now() union all select 1 from jobs where state in ('queued', 'running') limit 1`

/** Does all the waiting work, as the server's worker would. */
export const workOff = async ({ services, owner }: TestApp) => {
  const errors: unknown[] = []
  const worker = startWork(services, (error) => void errors.push(error))
  try {
    for (let round = 0; round < 1_600; round++) {
      const { rowCount } = await owner.query(WAITING)
      if (!rowCount) return
      worker.wake()
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    const { rows } = await owner.query(
      `select kind from identity.due where at <= now() union all select kind || ' job' from jobs where state in ('queued', 'running')`,
    )
    throw new Error(
      `The work was not done: ${rows.map(({ kind }) => kind).join(', ')}; ${errors.map(String).join('; ')}`,
    )
  } finally {
    await worker.stop()
  }
}

export const ENQUIRY = {
  name: 'Yuki Tanabe',
  email: 'yuki@aziztextiles.example',
  phone: '+92 300 555 0158',
  company: 'Aziz Textiles',
  country: 'PK',
  message: 'A firm price, please.',
  products: [{ product_name: 'Stainless hose 2 in', quantity: 10 }],
}

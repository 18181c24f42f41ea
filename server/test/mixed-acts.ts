import { randomUUID } from 'node:crypto'
import type { TestApp, TestPerson } from './app.ts'
import { ENQUIRY } from './leads.ts'

export interface Call {
  method?: 'POST' | 'PUT' | 'DELETE'
  path: string
  body: object
  token?: string
  /** Found again in the database, once, when it was acknowledged. */
  mark?: { table: 'leads' | 'lead_comments'; text: string }
}

interface World {
  app: TestApp
  manager: TestPerson
  qas: TestPerson[]
  rep: TestPerson
  form: string
  /** Imports whose dry run is over. */
  files: number[]
  next: () => number
}

/** The next act of somebody: any kind, on any of the last leads or files, allowed there or not. */
export const actsOf = ({ app, manager, qas, rep, form, files, next }: World) => {
  let made = 0
  const one = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!
  /** One of the last that are stored; one that there is not when there is none yet. */
  const anyOf =
    <T = number>(statement: string, none: () => T) =>
    async (): Promise<T> => {
      const { rows } = await app.owner.query<{ one: T }>(`${statement} limit 40`)
      return rows.length ? one(rows).one : none()
    }
  const newest = (table: string) => anyOf(`select id::int as one from ${table} order by id desc`, () => 1)
  const anyLead = newest('leads')
  const anyItem = newest('lead_items')
  const anyMerge = newest('lead_merges')
  const anySelection = newest('selections')
  const anyDomain = newest('restricted_domains')
  const anyEntry = anyOf(`select id::int as one from assignment_entries where list = 'qa'`, () => 1)
  /** But no comment's own: what was taken back could not be found again. */
  const anyAct = anyOf(
    `select change_set as one from changes where act <> 'lead-details.comment' order by id desc`,
    randomUUID,
  )
  const file = (path: string) => async (): Promise<Call> => ({ path, body: { id: one(files) }, token: manager.token })
  const domain = () => one(['mill.example', 'mill.example', 'works.example', 'shop.works.example'])
  const enquiry = (): Call => {
    const email = `mixed-${++made}@${domain()}`
    return { path: form, body: { ...ENQUIRY, email }, mark: { table: 'leads', text: email } }
  }
  const person = () => one([manager, ...qas])
  const lead =
    (path: string, rest: () => object = () => ({})) =>
    async (): Promise<Call> => ({
      path,
      body: { enquiryId: await anyLead(), ...rest() },
      token: person().token,
    })
  const bulk =
    (path: string, rest: () => object = () => ({})) =>
    async (): Promise<Call> => ({
      path,
      body: { selection: await anySelection(), ...rest() },
      token: manager.token,
    })
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const kinds: (() => Promise<Call>)[] = [
    async () => enquiry(),
    async () => enquiry(),
    lead('/marketing/add_inprogress_status'),
    lead('/marketing/add_inprogress_status'),
    lead('/marketing/add_valid_status', () => ({ status: 'valid', comments: 'Called', reason: 'Looked at again' })),
    lead('/marketing/add_valid_status', () => ({ status: 'valid', comments: 'Called', reason: 'Looked at again' })),
    lead('/marketing/add_invalid_status', () => ({ status: 'invalid', reason: 'unreachable' })),
    lead('/marketing/add_on_hold_status', () => ({ until: day })),
    lead('/marketing/end_on_hold_status'),
    lead('/marketing/release_lead', () => ({ reason: 'Not mine' })),
    lead('/marketing/update_enquiry_leads', () => ({ city: one(['Lyon', 'Graz', 'Porto']) })),
    lead('/marketing/update_enquiry_status', () => ({ enquiry_status: one(['contacted', 'quoted', 'won']) })),
    lead('/marketing/delete_leads'),
    lead('/marketing/restore_leads'),
    async () => ({ path: '/marketing/assign_to_me', body: { leadIds: [await anyLead()] }, token: one(qas).token }),
    async () => ({
      path: '/marketing/assign_leads',
      body: { leadIds: [await anyLead(), await anyLead()], staffId: one(qas).id },
      token: manager.token,
    }),
    async () => ({
      path: '/marketing/merge_leads',
      body: { winnerId: await anyLead(), loserId: await anyLead() },
      token: manager.token,
    }),
    async () => ({
      path: '/marketing/not_duplicates',
      body: { leadIds: [await anyLead(), await anyLead()] },
      token: manager.token,
    }),
    async () => ({ path: '/marketing/unmerge_leads', body: { mergeId: await anyMerge() }, token: manager.token }),
    file('/marketing/start_lead_import'),
    file('/marketing/cancel_lead_import'),
    file('/marketing/revert_lead_import'),
    async () => ({ path: '/marketing/undo_changes', body: { changeSet: await anyAct() }, token: manager.token }),
    async () => ({ path: '/marketing/undo_changes', body: { changeSet: await anyAct() }, token: manager.token }),
    async () => ({
      path: '/marketing/bulk_selection',
      body: one([
        { list: 'marketing', filter: {} },
        { list: 'marketing', leadIds: [...new Set([await anyLead(), await anyLead(), await anyLead()])] },
      ]),
      token: manager.token,
    }),
    bulk('/marketing/bulk_assign', () => ({ staffId: one(qas).id })),
    bulk('/marketing/bulk_inprogress'),
    bulk('/marketing/bulk_invalid', () => ({ reason: 'unreachable' })),
    bulk('/marketing/bulk_on_hold', () => ({ until: day })),
    bulk('/marketing/bulk_comment', () => ({ comment: 'To all of them' })),
    bulk('/marketing/bulk_delete'),
    async () => ({
      path: '/marketing/add_domain_for_restrict',
      body: { domainName: domain(), effect: one(['quarantine', 'auto_invalid']) },
      token: manager.token,
    }),
    async () => ({
      method: 'PUT',
      path: `/marketing/update_restrict_domain_status/${await anyDomain()}`,
      body: { status: one(['active', 'inactive']) },
      token: manager.token,
    }),
    async () => ({
      path: '/marketing/release_quarantined_leads',
      body: { leadIds: [...new Set([await anyLead(), await anyLead(), await anyLead()])] },
      token: manager.token,
    }),
    async () => ({
      method: 'PUT',
      path: `/marketing/update_qa_autoassign_status/${await anyEntry()}`,
      body: { status: one(['active', 'paused']), weight: one([1, 2.5]) },
      token: manager.token,
    }),
    async () => ({
      method: 'PUT',
      path: '/marketing/accept_lead',
      body: { enquiryId: await anyLead() },
      token: rep.token,
    }),
    async () => ({
      path: '/marketing/update_enquiry_leads_with_products',
      body: { enquiryId: await anyLead(), products: [{ product_name: one(['Hose', 'Pump']), quantity: 3 }] },
      token: manager.token,
    }),
    async () => ({ path: '/marketing/delete_product_item', body: { itemId: await anyItem() }, token: manager.token }),
    async () => ({
      path: '/marketing/ask_qc_question',
      body: { question: 'Which pressure?', topic: 'price', leadId: await anyLead() },
      token: manager.token,
    }),
    async () => {
      const text = `Comment ${++made}`
      return {
        path: '/marketing/addComments',
        body: { leadId: await anyLead(), comment: text },
        token: manager.token,
        mark: { table: 'lead_comments', text },
      }
    },
  ]
  return () => one(kinds)()
}

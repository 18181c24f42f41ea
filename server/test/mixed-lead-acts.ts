import { randomUUID } from 'node:crypto'
import { ENQUIRY } from './leads.ts'
import { picksOf, type Call, type World } from './mixed-world.ts'

/** What is done to leads, to several at once, and to files of them. */
export const leadActs = (world: World): (() => Promise<Call>)[] => {
  const { manager, qas, reps, form, files, next } = world
  const { one, anyOf, any, domain, daysFromNow } = picksOf(world)
  let made = 0
  const anyLead = () => any('leads')
  /** But no comment's own: what was taken back could not be found again. */
  const anyAct = () =>
    anyOf(`select change_set as one from changes where act <> 'lead-details.comment' order by id desc`, randomUUID())
  const file = (path: string) => async (): Promise<Call> => ({ path, body: { id: one(files) }, token: manager.token })
  const sent = (path: string) => async (): Promise<Call> => {
    const name = `Mixed ${++made}`
    const email = `mixed-${made}@${domain()}`
    const phone = `+92 300 555 01${10 + Math.floor(next() * 90)}`
    return { path, body: { ...ENQUIRY, name, email, phone }, mark: { table: 'leads', text: name } }
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
      body: { selection: await any('selections'), ...rest() },
      token: manager.token,
    })
  const many =
    (path: string, rest: () => object = () => ({})) =>
    async (): Promise<Call> => ({
      path,
      body: { leadIds: [await anyLead(), await anyLead()], ...rest() },
      token: manager.token,
    })
  const merge = async (): Promise<Call> => ({
    path: '/marketing/merge_leads',
    body: { winnerId: await anyLead(), loserId: await anyLead() },
    token: manager.token,
  })
  const again = { comments: 'Called', reason: 'Looked at again' }
  const answered = () => ({
    checklist: { version: Math.ceil(next() * 3), answers: [{ item: 1, answer: one(['yes', 'yes', 'no']) }] },
    products: [{ product_name: 'Hose', quantity: 7 }],
  })

  return [
    sent(form),
    sent(form),
    sent(form.replace('/enquiry', '/registration')),
    lead('/marketing/add_inprogress_status'),
    lead('/marketing/add_inprogress_status'),
    lead('/marketing/add_valid_status', () => ({ status: 'valid', ...again })),
    lead('/marketing/add_valid_status', () => ({ status: 'valid', ...again, ...answered() })),
    lead('/marketing/registration_valid_status', () => ({ status: 'valid', ...again })),
    lead('/marketing/add_invalid_status', () => ({
      status: 'invalid',
      reason: 'duplicate',
      duplicateOf: Math.ceil(next() * 30),
    })),
    lead('/marketing/add_invalid_status', () => ({ status: 'invalid', reason: 'unreachable' })),
    lead('/marketing/add_on_hold_status', () => ({ until: daysFromNow(5) })),
    lead('/marketing/end_on_hold_status'),
    lead('/marketing/release_lead', () => ({ reason: 'Not mine' })),
    lead('/marketing/update_enquiry_leads', () => ({ city: one(['Lyon', 'Graz', 'Porto']) })),
    lead('/marketing/update_enquiry_leads', () => ({ email: `moved-${++made}@${domain()}` })),
    lead('/marketing/update_enquiry_status', () => ({ enquiry_status: one(['contacted', 'quoted', 'won']) })),
    lead('/marketing/delete_leads'),
    lead('/marketing/restore_leads'),
    async () => ({ path: '/marketing/assign_to_me', body: { leadIds: [await anyLead()] }, token: one(qas).token }),
    many('/marketing/assign_leads', () => ({ staffId: one(qas).id })),
    many('/marketing/assign_leads', () => ({ staffId: one(reps).id })),
    many('/marketing/not_duplicates'),
    many('/marketing/duplicates_after_all'),
    many('/marketing/release_quarantined_leads'),
    merge,
    merge,
    async () => ({
      path: '/marketing/unmerge_leads',
      body: { mergeId: await any('lead_merges') },
      token: manager.token,
    }),
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
    bulk('/marketing/bulk_on_hold', () => ({ until: daysFromNow(5) })),
    bulk('/marketing/bulk_comment', () => ({ comment: 'To all of them' })),
    bulk('/marketing/bulk_delete'),
    async () => ({
      method: 'PUT',
      path: '/marketing/accept_lead',
      body: { enquiryId: await anyLead() },
      token: one(reps).token,
    }),
    async () => ({
      path: '/marketing/update_enquiry_leads_with_products',
      body: { enquiryId: await anyLead(), products: [{ product_name: one(['Hose', 'Pump']), quantity: 3 }] },
      token: manager.token,
    }),
    async () => ({
      path: '/marketing/delete_product_item',
      body: { itemId: await any('lead_items') },
      token: manager.token,
    }),
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
}

import { randomUUID } from 'node:crypto'
import type { TestApp, TestPerson } from './app.ts'
import { ENQUIRY } from './leads.ts'

export interface Call {
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
  form: string
  /** Imports whose dry run is over. */
  files: number[]
  next: () => number
}

/** The next act of somebody: any kind, on any of the last leads or files, allowed there or not. */
export const actsOf = ({ app, manager, qas, form, files, next }: World) => {
  let made = 0
  const one = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!
  const anyLead = async () => {
    const { rows } = await app.owner.query<{ id: number }>('select id::int from leads order by id desc limit 40')
    return rows.length ? one(rows).id : 0
  }
  const anyAct = async () => {
    const { rows } = await app.owner.query<{ change_set: string }>(
      `select change_set from changes where root = 'leads' and verb = 'updated' order by id desc limit 40`,
    )
    return rows.length ? one(rows).change_set : randomUUID()
  }
  const anyMerge = async () => {
    const { rows } = await app.owner.query<{ id: number }>('select id::int from lead_merges order by id desc limit 5')
    return rows.length ? one(rows).id : 1
  }
  const file = (path: string) => async (): Promise<Call> => ({ path, body: { id: one(files) }, token: manager.token })
  const enquiry = (): Call => {
    const email = `mixed-${++made}@mill.example`
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
    async () => ({ path: '/marketing/unmerge_leads', body: { mergeId: await anyMerge() }, token: manager.token }),
    file('/marketing/start_lead_import'),
    file('/marketing/cancel_lead_import'),
    file('/marketing/revert_lead_import'),
    async () => ({ path: '/marketing/undo_changes', body: { changeSet: await anyAct() }, token: manager.token }),
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

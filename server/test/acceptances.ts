import { configuration } from '#contract/leads/configuration.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { notifications } from '#contract/platform/notifications.ts'
import type { TestApp, TestPerson } from './app.ts'
import { putLead, type LeadRow } from './journey.ts'
import { MANAGER_KEYS, putOnList, REP_KEYS, workOff } from './leads.ts'

const REP = [...REP_KEYS, 'valid_leads_edit_enquiry_status'] as const

/** A company whose reps accept what they are given. */
export const acceptancesOf = (app: TestApp) => {
  /** A manager, and two reps of whom Rosa is on the list; leads are to be accepted within so many minutes. */
  const team = async (minutes: number | null = 30) => {
    const mara = await app.signIn({
      can: [...MANAGER_KEYS, 'configuration_edit', 'changes_undo_others', 'marketing_leads_history'],
      name: 'Mara',
    })
    const rosa = await app.signIn({ can: REP, colleagueOf: mara, name: 'Rosa' })
    const sam = await app.signIn({ can: REP, colleagueOf: mara, name: 'Sam' })
    await putOnList(app, rosa, 'sales')
    if (minutes !== null) await mara.call(configuration.setRouting, { body: { acceptance_minutes: minutes } })
    return { mara, rosa, sam }
  }
  /** A valid lead, given to the rep by a colleague. */
  const give = async (mara: TestPerson, rep: TestPerson, lead: LeadRow = {}) => {
    const id = await putLead(app, mara, { status: 'valid', ...lead }, [])
    await mara.call(marketingLeads.assign, { body: { leadIds: [id], staffId: rep.id } })
    return id
  }
  /** As if the time to accept had gone by. */
  const late = async ({ companyId }: TestPerson, work: () => Promise<unknown> = () => workOff(app)) => {
    await app.sql(
      companyId,
      'update lead_acceptances set due_at = now() - interval $$1 second$$ where company_id = $1 and due_at is not null',
      [companyId],
    )
    await app.sql(companyId, `select mark_due('acceptance')`)
    await work()
  }
  /** What a person's list says of leads that wait to be accepted. */
  const told = async (person: TestPerson) =>
    (await person.call(notifications.list, { query: {} })).data
      .filter(({ kind }) => kind === 'acceptance')
      .map(({ words }) => words.map(({ text }) => text).join(''))
  const rows = ({ companyId }: TestPerson) =>
    app.sql(
      companyId,
      `select staff_id, passed_on, due_at is not null as due, reminded_at is not null as reminded, opened_at is not null as opened,
         escalated_at is not null as escalated from lead_acceptances where company_id = $1 order by id`,
      [companyId],
    )

  return { team, give, late, told, rows }
}

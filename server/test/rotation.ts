import { addLead } from '#contract/leads/add-lead.ts'
import { autoAssignQa, type EntrySettings } from '#contract/leads/auto-assign-qa.ts'
import { autoAssignSales } from '#contract/leads/auto-assign-sales.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import type { TestApp, TestPerson } from './app.ts'
import { contradictions } from './checker.ts'
import { markDue, putLead, storedLead } from './journey.ts'
import { MANAGER_KEYS, QA_KEYS, REP_KEYS } from './leads.ts'

/** What a lead says of why nobody has it. */
export const whyUnassigned = async (person: TestPerson, id: number) =>
  (await person.call(leadDetails.lead, { params: { id } })).data.why_unassigned

/** A company whose manager puts people on its lists, each with settings of their own, and lets leads come. */
export const rotationOf = (app: TestApp) => {
  const company = () =>
    app.signIn({
      can: [
        ...MANAGER_KEYS,
        'qa_auto_assign_list',
        'qa_auto_assign_add',
        'qa_auto_assign_set_status',
        'salesrep_auto_assign_add',
        'salesrep_auto_assign_update',
      ],
    })
  const onQa = async (mara: TestPerson, name: string, settings: EntrySettings = {}) => {
    const person = await app.signIn({ can: QA_KEYS, colleagueOf: mara, name })
    const { data } = await mara.call(autoAssignQa.add, { body: { sid: person.id } })
    await mara.call(autoAssignQa.save, { params: { id: data.id }, body: settings })
    return Object.assign(person, { entry: data.id })
  }
  const onSales = async (mara: TestPerson, name: string, settings: EntrySettings = {}) => {
    const person = await app.signIn({ can: REP_KEYS, colleagueOf: mara, name })
    const { data } = await mara.call(autoAssignSales.add, { body: { sid: person.id } })
    await mara.call(autoAssignSales.save, { params: { id: data.id }, body: settings })
    return Object.assign(person, { entry: data.id })
  }

  let leads = 0
  const enquiry = async (mara: TestPerson, country = 'DE') => {
    const { data } = await mara.call(addLead.add, {
      body: {
        name: `Enquirer ${++leads}`,
        email: `e${leads}@mill${leads}.example`,
        company: 'Mill',
        country,
        products: [{ product_name: 'Hose', quantity: 1 }],
      },
    })
    return data.id
  }
  /** A lead that is valid and waits for a sales person. */
  const validLead = async (mara: TestPerson, email: string) => {
    const id = await putLead(app, mara, { status: 'valid', assigned_qa: mara.id, enquiry_status: 'open', email })
    await app.sql(mara.companyId, `insert into assignment_queue (company_id, list, lead_id) values ($1, 'sales', $2)`, [
      mara.companyId,
      id,
    ])
    await markDue(app, mara)
    return id
  }

  const qaOf = async (ids: readonly number[]) =>
    Promise.all(ids.map(async (id) => (await storedLead(app, id)).assigned_qa))
  const repOf = async (ids: readonly number[]) =>
    Promise.all(ids.map(async (id) => (await storedLead(app, id)).sales_person))
  const decisionOf = async (mara: TestPerson, id: number) =>
    (await mara.call(leadDetails.history, { params: { id }, query: {} })).data[0]!.decision!
  /** What contradicts itself in what was given; that leads were put there by hand, or a tally was set, aside. */
  const contradictedChoices = async () =>
    (await contradictions(app.owner)).filter(
      (problem) => !/has received|is there with|status is|sales_person is|assigned_qa is|waits/.test(problem),
    )

  return { company, onQa, onSales, enquiry, validLead, qaOf, repOf, decisionOf, contradictedChoices }
}

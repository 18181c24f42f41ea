import { bulk } from '#contract/leads/bulk.ts'
import { dryRuns } from '#contract/platform/bulk.ts'
import { jobs } from '#contract/platform/jobs.ts'
import type { TestApp, TestPerson } from './app.ts'
import { putLead, type LeadRow } from './journey.ts'
import { MANAGER_KEYS, QA_KEYS, workOff } from './leads.ts'

/** Freezes leads of the Leads list; gives the id of the selection. */
export const choose = async (person: TestPerson, leadIds: number[]) =>
  (await person.call(bulk.select, { body: { list: 'marketing', leadIds } })).data.id

/** A company in which a manager and two people of QA act on many leads at once. */
export const bulkOf = (app: TestApp) => {
  const team = async () => {
    const manager = await app.signIn({ can: [...MANAGER_KEYS, 'marketing_leads_delete'], name: 'Mara' })
    const qa = await app.signIn({ can: QA_KEYS, colleagueOf: manager, name: 'Quinn' })
    const other = await app.signIn({ can: QA_KEYS, colleagueOf: manager, name: 'Omar' })
    return { manager, qa, other }
  }
  const many = async (person: TestPerson, count: number, lead: LeadRow = {}) => {
    const ids: number[] = []
    for (let at = 0; at < count; at++) ids.push(await putLead(app, person, lead, []))
    return ids
  }
  /** Runs the job to its end and tells what it tells. */
  const run = async (person: TestPerson, begun: Promise<{ data: { job: number | null } }>) => {
    const id = (await begun).data.job ?? 0
    await workOff(app)
    return (await person.call(jobs.one, { params: { id } })).data
  }
  /** Runs a dry run that is a job to its end, and tells what it foresees. */
  const look = async (person: TestPerson, begun: Promise<{ data: { job: number | null } }>) => {
    const id = (await begun).data.job ?? 0
    await workOff(app)
    return (await person.call(dryRuns.foreseen, { params: { id } })).data
  }
  return { team, many, run, look }
}

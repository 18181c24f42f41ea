import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { notify } from '#server/platform/notifications/notify.ts'
import type { NotificationRule, NotifiedEntity } from '#server/platform/notifications/rules.ts'
import { name, plain } from '#server/platform/notifications/words.ts'

/** A job has ended by itself; one that was cancelled is no news to whoever cancelled it. */
export const tellJobEnded = async (tenant: Tenant, job: { id: number; person_id: number | null }) => {
  if (job.person_id === null) return
  await notify(tenant, [
    { personId: job.person_id, kind: 'job', thing: `job:${job.id}`, entity: 'job', about: [job.id], ownAct: true },
  ])
}

interface Facts {
  state: string
}

export const jobNotified: NotifiedEntity<Facts> = {
  noun: { one: 'job', many: 'jobs' },
  shown: (companyId, { personId }) => sql`
    select j.id, j.title as label, null::text as note, json_build_object('state', j.state) as facts
    from jobs j where j.company_id = ${companyId} and j.id = subject.id and j.person_id = ${personId}`,
  href: () => undefined,
}

export const jobRule: NotificationRule<object, Facts> = {
  words: ({ subjects: [job] }) =>
    job
      ? [plain('“'), name(job.label), plain(`” ${STATES[job.facts.state] ?? 'has ended'}`)]
      : [plain('A job has ended')],
}

const STATES: Readonly<Record<string, string>> = { done: 'is done', failed: 'has failed' }

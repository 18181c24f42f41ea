import type { Identity } from '#server/db/identity/door.ts'
import { allCompanies } from '#server/db/identity/companies.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { forgetPlaces } from '#server/leads/assignment/queue.ts'
import { forgetSelections } from '#server/leads/bulk/selection.ts'
import { deleteLongInvalid } from '#server/leads/retention/retention.ts'
import { eraseDeleted } from '#server/leads/lead/erase.ts'
import { forgetTaken } from '#server/leads/sla/taken.ts'
import { forgetAnswers } from '#server/kit/idempotency.ts'
import { forgetJobs } from '#server/platform/jobs/forget.ts'

/** What is kept for some time only, each in steps of a transaction that says whether there may be more. */
const STEPS = {
  'answers.forget': forgetAnswers,
  'clocks.forget': forgetTaken,
  'places.forget': forgetPlaces,
  'jobs.forget': forgetJobs,
  'selections.forget': forgetSelections,
  'retention.delete': deleteLongInvalid,
  'leads.erase': eraseDeleted,
}

/** Takes away what every company has kept for long enough; what fails holds up no other step and no other company. */
export const forgetOld = async (tenants: Tenants, identity: Identity, onError: (error: unknown) => void) => {
  for (const { id } of await allCompanies(identity))
    for (const [act, step] of Object.entries(STEPS))
      await stepOn(tenants, id, act, step).catch((error: unknown) =>
        onError(new Error(`${act} failed for company ${id}`, { cause: error })),
      )
}

const stepOn = async (
  tenants: Tenants,
  companyId: number,
  act: string,
  step: (tenant: Tenant) => Promise<boolean>,
): Promise<void> => {
  for (let more = true; more;) more = await tenants.write(companyId, { kind: 'system', channel: 'api', act }, step)
}

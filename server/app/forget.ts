import type { Identity } from '#server/db/identity/door.ts'
import { allCompanies } from '#server/db/identity/companies.ts'
import type { Tenants } from '#server/db/tenant.ts'
import { forgetAnswers } from '#server/kit/idempotency.ts'
import type { Forget } from '#server/platform/feature.ts'
import { AREAS } from './areas.ts'

/** What is kept for some time only, each in steps of a transaction. */
const STEPS: readonly [act: string, step: Forget][] = [
  ['answers.forget', forgetAnswers],
  ...AREAS.flatMap(({ forget }) => Object.entries(forget ?? {})),
]

/** Takes away what every company has kept for long enough; what fails holds up no other step and no other company. */
export const forgetOld = async (tenants: Tenants, identity: Identity, onError: (error: unknown) => void) => {
  for (const { id } of await allCompanies(identity))
    for (const [act, step] of STEPS)
      await stepOn(tenants, id, act, step).catch((error: unknown) =>
        onError(new Error(`${act} failed for company ${id}`, { cause: error })),
      )
}

const stepOn = async (tenants: Tenants, companyId: number, act: string, step: Forget): Promise<void> => {
  for (let more = true; more;) more = await tenants.write(companyId, { kind: 'system', channel: 'api', act }, step)
}

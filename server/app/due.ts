import type { Tenants } from '#server/db/tenant.ts'
import type { Turn } from '#server/kit/due-turn.ts'
import type { DueHandlers } from '#server/kit/due-worker.ts'
import type { DueWork } from '#server/platform/feature.ts'

/** What waits for companies, by what the areas say, for each worker what it does; `patient` may take longer over a statement. */
export const dueWork = (
  areas: readonly DueWork[],
  tenants: Tenants,
  patient: Tenants,
): { alone: readonly DueHandlers[]; short: DueHandlers; long: DueHandlers } => {
  const handlers = (how: keyof DueWork, by: Tenants): DueHandlers =>
    Object.fromEntries(
      areas.flatMap((due) =>
        Object.entries(due[how] ?? {}).map(([kind, work]) => [
          kind,
          async ({ companyId, during }: Turn) => void (await work(during(by), companyId)),
        ]),
      ),
    )
  return {
    alone: Object.entries(handlers('alone', tenants)).map(([kind, work]) => ({ [kind]: work })),
    short: handlers('short', tenants),
    long: { ...handlers('long', tenants), ...handlers('patient', patient) },
  }
}

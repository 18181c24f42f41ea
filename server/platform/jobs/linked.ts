import type { JobResult } from '#contract/platform/jobs.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { RowLinks, Rules } from '#server/platform/changes/rules.ts'

/** Results with what people call their rows and where they find them, as the area of each table says. */
export const linked = async <R extends { entity: string | null; subject: number }>(
  tenant: Tenant,
  rules: Rules,
  results: readonly R[],
): Promise<(Omit<R, 'entity'> & Pick<JobResult, 'label' | 'href'>)[]> => {
  const links = new Map<string | null, RowLinks | undefined>()
  for (const [entity, ofOne] of Map.groupBy(results, (result) => result.entity))
    if (entity !== null) {
      const ids = ofOne.map(({ subject }) => subject)
      links.set(entity, await rules.of(entity).links?.(tenant, ids))
    }
  return results.map(({ entity, ...result }) => ({
    ...result,
    ...(links.get(entity)?.get(result.subject) ?? { label: null, href: null }),
  }))
}

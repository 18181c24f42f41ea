import type { Tenant, Tenants } from '#server/db/tenant.ts'

/** What `work` finds out by writes of which nothing stays. */
export const putBack = async <T>(
  tenants: Tenants,
  companyId: number,
  work: (tenant: Tenant) => Promise<T>,
): Promise<T> => {
  const actor = { kind: 'system', channel: 'api', act: 'test' } as const
  const found = Promise.withResolvers<T>()
  const looked = new Error('All is put back as it was.')
  await tenants
    .write(companyId, actor, async (tenant) => {
      found.resolve(await work(tenant))
      throw looked
    })
    .catch((error: unknown) => {
      if (error !== looked) throw error
    })
  return found.promise
}

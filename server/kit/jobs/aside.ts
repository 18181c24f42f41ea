import type { Tenant, Tenants } from '#server/db/tenant.ts'
import type { Chunk } from './kind.ts'

interface Aside extends Pick<Chunk<unknown>, 'aside'> {
  /** When all that was begun is over. */
  ended(): Promise<unknown>
}

/** What a chunk reads beside its transaction: on a spare connection, or on its own where there is none or that breaks. */
export const openAside = ({ readOnSpare }: Pick<Tenants, 'readOnSpare'>, tenant: Tenant): Aside => {
  const begun: Promise<unknown>[] = []
  return {
    aside(read) {
      const found = readOnSpare(tenant.companyId, read)?.catch(() => read(tenant)) ?? read(tenant)
      begun.push(found)
      return found
    },
    ended: () => Promise.allSettled(begun),
  }
}

import type { BodyOf } from '#contract/kit/endpoint.ts'
import { restrictedDomains, type RestrictedDomain } from '#contract/leads/restricted-domains.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { queueForAssignment } from '#server/leads/assignment/queue.ts'
import { readChange, readDomain } from './restriction-change.ts'
import { allowedOf, lockRestrictions } from './restriction.ts'
import { conflict, found } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { fieldsToWrite } from '#server/kit/merge-edits.ts'
import * as held from './quarantine.ts'
import * as domains from './queries.ts'

export const restrictedDomainRoutes = implement('restricted-domains', restrictedDomains, {
  list: ({ tenant, query }) => domains.list(tenant, query),

  impact: async ({ tenant, caller, query }) => ({
    data: await domains.impact(tenant, caller, await readChange(tenant, query)),
  }),

  add: ({ tenant, body, caller }) =>
    changing(tenant, async () => {
      const domainName = await readDomain(tenant, body.domainName, body.match)
      await refuseTaken(tenant, domainName)
      await refuseAllowed(tenant, domainName)
      return domains.add(tenant, { ...settingsOf(body), domain_name: domainName, created_by: caller.personId })
    }),

  update: ({ tenant, params: { id }, body }) =>
    changing(tenant, async () => {
      const before = found('Domain', await domains.get(tenant, id))
      const domainName = await readDomain(tenant, body.domainName, body.match ?? before.match)
      await refuseTaken(tenant, domainName, id)
      if (domainName !== before.domainName) await refuseAllowed(tenant, domainName)
      const sent = { ...settingsOf(body), domain_name: domainName }
      await domains.update(tenant, id, await mergeable(tenant, before, sent, body.version))
      return id
    }),

  setStatus: ({ tenant, params: { id }, body }) =>
    changing(tenant, async () => {
      const { status } = found('Domain', await domains.get(tenant, id))
      if (body.status !== status) await domains.update(tenant, id, { status: body.status })
      return id
    }),

  async remove({ tenant, params: { id } }) {
    await lockRestrictions(tenant, 'exclusive')
    const { domainName } = found('Domain', await domains.remove(tenant, id))
    const waiting = await held.recheckHeld(tenant, id)
    return { message: [`${domainName} was deleted.`, ...waitingSentence(waiting)].join(' ') }
  },

  waiting: async ({ tenant, query }) => ({ data: await held.waiting(tenant, query) }),

  async release({ tenant, body }) {
    const released = await held.release(tenant, body.leadIds)
    if (released.length === 0) found('Quarantined lead', undefined)
    await queueForAssignment(tenant, 'qa', released)
    return { data: { released } }
  },
})

/** Changes one entry and answers it as it is then; the leads that it held are looked at again. `change` gives its id. */
const changing = async (tenant: Tenant, change: () => Promise<number>) => {
  const id = await held.whileNoneComesIn(tenant, change)
  const waiting = waitingSentence(await held.recheckHeld(tenant, id))
  const data = found('Domain', await domains.get(tenant, id))
  return waiting.length ? { data, message: waiting.join(' ') } : { data }
}

const waitingSentence = (leads: number) => {
  if (leads === 0) return []
  return [leads === 1 ? '1 lead can be released.' : `${leads} leads can be released.`]
}

const refuseTaken = async (tenant: Tenant, domainName: string, id?: number) => {
  const existing = await domains.getByName(tenant, domainName)
  if (!existing || existing.id === id) return
  const switchOn = existing.status === 'inactive' ? ' It is inactive. Switch it on instead.' : ''
  throw conflict(`${domainName} is already restricted.${switchOn}`, { existing })
}

const refuseAllowed = async (tenant: Tenant, domainName: string) => {
  const allowed = await allowedOf(tenant, [domainName])
  if (allowed.size > 0) throw conflict(`${domainName} is allowed. Remove it from the allowed domains first.`)
}

/** What of it to write beside what others wrote since the version that was seen; 409 when both changed the same. */
const mergeable = async (tenant: Tenant, before: RestrictedDomain, sent: domains.Changes, seen: number | undefined) => {
  const { id, version, domainName, match, effect, note } = before
  const values: domains.Changes = { domain_name: domainName, match, effect, note }
  const { write, conflicts } = await fieldsToWrite(
    tenant,
    { entity: 'restricted_domains', id, version, values },
    sent,
    seen,
  )
  if (conflicts.length === 0) return write
  const message = 'Someone else has changed this domain since you opened it. Review it and try again.'
  throw conflict(message, { current: before, fields: conflicts }, 'version_conflict')
}

/** Only what the request names: an absent setting stays as it is. */
const settingsOf = ({
  match,
  effect,
  note,
}: Omit<BodyOf<typeof restrictedDomains.update>, 'domainName' | 'version'>) => ({
  ...(match === undefined ? {} : { match }),
  ...(effect === undefined ? {} : { effect }),
  ...(note === undefined ? {} : { note }),
})

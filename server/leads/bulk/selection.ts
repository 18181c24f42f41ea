import { sql } from 'kysely'
import type { LeadQuery } from '#contract/leads/lead.ts'
import { permissionsInWords } from '#contract/platform/permission-words.ts'
import type { Selection } from '#contract/platform/selections.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { checkFilter, leadsOf } from '#server/leads/lists/list.ts'
import { KEY_OF_LIST, visibleTo, type LeadList } from '#server/leads/lists/scope.ts'
import type { Caller } from '#server/kit/auth.ts'
import { UserError } from '#server/kit/errors.ts'
import { selectChosen, selectMatching, type Selectable } from '#server/platform/selections/select.ts'

export const LEADS: Selectable = { entity: 'leads', alias: 'l', none: 'None of these leads exist any more.' }

/** All leads that the list shows for the filter. */
export const selectListed = async (
  tenant: Tenant,
  caller: Caller,
  list: LeadList,
  filter: LeadQuery,
): Promise<Selection> => {
  const key = KEY_OF_LIST[list]
  if (!caller.can(key))
    throw new UserError(403, `You need the permission ${permissionsInWords([key])}.`, { details: { needs: [key] } })
  await checkFilter(tenant, filter)
  return selectMatching(tenant, caller, LEADS, await leadsOf(tenant, caller, list, filter))
}

/** Single leads that the caller can see. */
export const selectLeads = (tenant: Tenant, caller: Caller, ids: readonly number[]): Promise<Selection> =>
  selectChosen(tenant, caller, LEADS, { ids, visible: seenLeads(caller) })

export const seenLeads = (caller: Caller) => sql<boolean>`l.deleted_at is null and ${visibleTo(caller)}`

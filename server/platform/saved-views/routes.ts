import { permissionsInWords } from '#contract/platform/permission-words.ts'
import { MOST_VIEWS, savedViews } from '#contract/platform/saved-views.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { conflict, found, unique, UserError } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { lockViews, viewCounts } from './view-counts.ts'
import { checkParams, type ViewedLists } from './params.ts'
import * as views from './queries.ts'

const TOO_MANY = `You have ${MOST_VIEWS.own} views of this list, as many as there can be. Delete one first.`
const TOO_MANY_SHARED = `Your company can share at most ${MOST_VIEWS.shared} views. Stop sharing one first.`
const TAKEN = 'You have a view of this name already. Choose another name.'

export const savedViewRoutes = (lists: ViewedLists) =>
  implement('saved-views', savedViews, {
    async list({ tenant, caller: { personId } }) {
      const [all, preferences] = await Promise.all([views.list(tenant, personId), views.preferences(tenant, personId)])
      return { data: { views: all, preferences } }
    },

    async add({ tenant, caller: { personId }, body: { screen, name, params, columns = null } }) {
      checkParams(lists, screen, params)
      await lockViews(tenant)
      const { own } = await viewCounts(tenant, personId, screen)
      if (own >= MOST_VIEWS.own) throw conflict(TOO_MANY)
      const id = await unique(TAKEN, views.add(tenant, personId, { screen, name: name.trim(), params, columns }))
      return one(tenant, personId, id)
    },

    async update({ tenant, caller, params: { id }, body: { version, name, ...changes } }) {
      await views.lock(tenant, id)
      const view = await own(tenant, caller, id)
      if (view.shared) mayShare(caller)
      if (changes.params) checkParams(lists, view.screen, changes.params)
      if (version !== undefined && version < view.version)
        throw conflict(
          'This view was changed in another tab. Reload, then save again.',
          { current: view },
          'version_conflict',
        )
      await unique(TAKEN, views.update(tenant, id, { ...changes, name: name?.trim() }))
      return one(tenant, caller.personId, id)
    },

    async share({ tenant, caller: { personId }, params: { id }, body: { shared } }) {
      if (shared) await lockViews(tenant)
      await views.lock(tenant, id)
      const view = found('View', await views.get(tenant, personId, id))
      // A colleague's view can be taken from the tabs of all, not put there.
      if (shared && !view.mine) found('View', undefined)
      if (shared && !view.shared && (await viewCounts(tenant, personId, view.screen)).shared >= MOST_VIEWS.shared)
        throw conflict(TOO_MANY_SHARED)
      if (shared !== view.shared) await views.update(tenant, id, { shared })
      return { data: found('View', await views.stored(tenant, personId, id)) }
    },

    async remove({ tenant, caller: { personId }, params: { id } }) {
      const { name } = found('View', await views.setDeleted(tenant, personId, id, true))
      return { message: `${name} was deleted.` }
    },

    async restore({ tenant, caller, params: { id } }) {
      const { personId } = caller
      await lockViews(tenant)
      found('View', await unique(TAKEN, views.setDeleted(tenant, personId, id, false)))
      const { screen, shared: wasShared } = found('View', await views.get(tenant, personId, id))
      // Whoever may not put a view in the tabs of all any more has it back alone.
      if (wasShared && !caller.can('saved_views_share')) await views.update(tenant, id, { shared: false })
      const { own, shared } = await viewCounts(tenant, personId, screen)
      if (own > MOST_VIEWS.own) throw conflict(TOO_MANY)
      if (shared > MOST_VIEWS.shared) throw conflict(TOO_MANY_SHARED)
      return one(tenant, personId, id)
    },

    prefer: async ({ tenant, caller: { personId }, body }) => ({ data: await views.prefer(tenant, personId, body) }),
  })

const one = async (tenant: Tenant, me: number, id: number) => ({ data: found('View', await views.get(tenant, me, id)) })

/** A view of the caller's own; somebody else's is answered like one that is not there. */
const own = async (tenant: Tenant, { personId }: Caller, id: number) => {
  const view = found('View', await views.get(tenant, personId, id))
  return found('View', view.mine ? view : undefined)
}

/** Who changes a shared view changes what everybody sees. */
const mayShare = (caller: Caller) => {
  if (caller.can('saved_views_share')) return
  throw new UserError(
    403,
    `This view is shared. You need the permission ${permissionsInWords(['saved_views_share'])} to change it. Save it as a new one.`,
    {
      code: 'forbidden',
      details: { needs: ['saved_views_share'] },
    },
  )
}

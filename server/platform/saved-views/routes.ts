import { permissionsInWords } from '#contract/platform/permission-words.ts'
import { BUILT_IN_VIEWS, MOST_VIEWS, savedViews, VIEW_SCREENS } from '#contract/platform/saved-views.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { badField, conflict, found, unique, UserError } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { lockViews, viewCounts } from './view-counts.ts'
import { checkColumns, checkOrder, checkParams, columnsThatFit, fitted, type ViewedLists } from './params.ts'
import * as views from './queries.ts'

const TOO_MANY = `You have ${MOST_VIEWS.own} views of this list, as many as there can be. Delete one first.`
const TOO_MANY_SHARED = `Your company can share at most ${MOST_VIEWS.shared} views. Stop sharing one first.`
const TAKEN = 'You have a view of this name already. Choose another name.'

export const savedViewRoutes = (lists: ViewedLists) =>
  implement('saved-views', savedViews, {
    async list({ tenant, caller: { personId } }) {
      const [all, preferences] = await Promise.all([views.list(tenant, personId), views.preferences(tenant, personId)])
      return {
        data: {
          views: all.map((view) => fitted(lists, view)),
          preferences: preferences.map((each) => ({ ...each, columns: columnsThatFit(each.screen, each.columns) })),
        },
      }
    },

    async add({ tenant, caller: { personId }, body: { screen, name, params, columns = null } }) {
      checkParams(lists, screen, params)
      checkColumns(screen, columns)
      await lockViews(tenant)
      const { own } = await viewCounts(tenant, personId, screen)
      if (own >= MOST_VIEWS.own) throw conflict(TOO_MANY)
      const id = await unique(TAKEN, views.add(tenant, personId, { screen, name: name.trim(), params, columns }))
      return one(tenant, lists, personId, id)
    },

    async update({ tenant, caller, params: { id }, body: { version, name, ...changes } }) {
      await views.lock(tenant, id)
      const view = await own(tenant, caller, id)
      if (view.shared) mayShare(caller)
      if (changes.params) checkParams(lists, view.screen, changes.params)
      checkColumns(view.screen, changes.columns)
      if (version !== undefined && version < view.version)
        throw conflict(
          'This view was changed in another tab. Reload, then save again.',
          { current: fitted(lists, view) },
          'version_conflict',
        )
      await unique(TAKEN, views.update(tenant, id, { ...changes, name: name?.trim() }))
      return one(tenant, lists, caller.personId, id)
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
      return { data: fitted(lists, found('View', await views.stored(tenant, personId, id))) }
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
      return one(tenant, lists, personId, id)
    },

    async prefer({ tenant, caller: { personId }, body }) {
      checkColumns(body.screen, body.columns)
      checkOrder(lists, body)
      await checkDefaultView(tenant, personId, body)
      return { data: await views.prefer(tenant, personId, body) }
    },
  })

const one = async (tenant: Tenant, lists: ViewedLists, me: number, id: number) => ({
  data: fitted(lists, found('View', await views.get(tenant, me, id))),
})

/** Refuses what is neither one of the list's first views nor a saved one of this list that the person sees. */
const checkDefaultView = async (
  tenant: Tenant,
  me: number,
  { screen, default_view: key }: { screen: string; default_view?: string | null },
) => {
  if (key === undefined || key === null) return
  const list = VIEW_SCREENS.find((each) => each === screen)
  if (list && BUILT_IN_VIEWS[list].includes(key)) return
  const saved = /^\d{1,15}$/.test(key) ? await views.get(tenant, me, Number(key)) : undefined
  if (saved?.screen !== screen) throw badField('default_view', `The list has no view ${key}`)
}

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

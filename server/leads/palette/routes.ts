import type { PermissionKey } from '#contract/kit/permissions.ts'
import { PALETTE_NEEDS, palette } from '#contract/leads/palette.ts'
import { leadRow } from '#server/leads/lists/rows.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import { found } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import * as queries from './queries.ts'

/** `importKeys` says for each table that has imports which permission shows them. */
export const paletteRoutes = ({ importKeys }: { importKeys(): Readonly<Record<string, PermissionKey>> }) =>
  implement('palette', palette, {
    async find({ tenant, caller, query }) {
      const text = query.search.trim()
      if (!text) return { data: { leads: [], people: [], imports: [] } }
      const entities = Object.entries(importKeys()).flatMap(([entity, key]) => (caller.can(key) ? [entity] : []))
      const [leads, people, imports] = await Promise.all([
        PALETTE_NEEDS.leads.some((key) => caller.can(key)) ? queries.leads(tenant, text, visibleTo(caller)) : [],
        caller.can(PALETTE_NEEDS.people) ? queries.people(tenant, text) : [],
        queries.imports(tenant, text, entities),
      ])
      return { data: { leads, people, imports } }
    },

    async recent({ tenant, caller }) {
      return { data: await queries.recent(tenant, caller.personId, visibleTo(caller)) }
    },

    async opened({ tenant, caller, body: { leadId } }) {
      const { id } = found('Lead', await leadRow(tenant, leadId, visibleTo(caller)))
      await queries.opened(tenant, caller.personId, id)
      return {}
    },
  })

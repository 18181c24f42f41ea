import type { EntityRules } from '#server/platform/changes/rules.ts'
import { removeCompanies } from './write.ts'

/** Why a company can’t be as it was. */
export const companyFaults: NonNullable<EntityRules['faults']> = async (_tenant, rows) =>
  new Map(
    rows.flatMap(({ id, now, values, added }): [number, string][] => {
      const then = { ...now, ...values }
      if (added) return []
      if (now['merged_into'] !== null && values['merged_into'] === undefined)
        return [[id, 'It was merged into another company. Unmerge it first.']]
      return now['removed_at'] !== null && then['removed_at'] !== null ? [[id, 'It was deleted later.']] : []
    }),
  )

/** One that was added goes until something is heard of it. */
export const companiesPutBack: NonNullable<EntityRules['after']> = async (tenant, rows) => {
  const gone = rows.flatMap(({ id, values }) => ('deleted_at' in values && values['deleted_at'] !== null ? id : []))
  if (gone.length > 0) await removeCompanies(tenant, gone)
}

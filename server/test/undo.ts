import { changes, type ConfigurationSection } from '#contract/platform/changes.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import type { TestApp, TestPerson } from './app.ts'
import { MANAGER_KEYS } from './leads.ts'

/** What takes part in the acts that are undone. */
export const UNDO_KEYS = [
  ...MANAGER_KEYS,
  'restrict_domain_list',
  'restrict_domain_add',
  'restrict_domain_update_status',
  'restrict_domain_delete',
  'qa_auto_assign_list',
  'qa_auto_assign_add',
  'qa_auto_assign_set_status',
  'qa_auto_assign_delete',
] as const satisfies readonly PermissionKey[]

/** Takes back the person's last act, or the last one of a section of the configuration. */
export const undoLast = async (person: TestPerson, section?: ConfigurationSection) => {
  const { data } = await person.call(changes.list, { query: { limit: 1, ...(section && { section }) } })
  await person.call(changes.undo, { body: { changeSet: data[0]!.change_set } })
}

export const undoing = (person: TestPerson, changeSet: string, dependents?: 'refuse' | 'automatic' | 'all') =>
  person.call(changes.undo, { body: { changeSet, ...(dependents ? { dependents } : {}) } })

export const withoutVersion = ({ version: _, updated_at: __, ...lead }: Record<string, unknown>) => lead

/** The acts of an app's companies, and what they have stored. */
export const actsOf = ({ owner }: TestApp) => {
  /** The change set of the newest act in a company. */
  const newestSet = async ({ companyId }: Pick<TestPerson, 'companyId'>): Promise<string> =>
    (await owner.query('select change_set from changes where company_id = $1 order by id desc limit 1', [companyId]))
      .rows[0].change_set

  return {
    newestSet,

    /** Does it and answers the change set that it made. */
    async madeBy(person: TestPerson, act: Promise<unknown>) {
      await act
      return newestSet(person)
    },

    stored: async (table: string, { companyId }: TestPerson) =>
      (
        await owner.query(
          `select to_jsonb(t) - 'version' - 'updated_at' as row from ${table} t where company_id = $1 order by id`,
          [companyId],
        )
      ).rows.map(({ row }) => row),

    /** Makes what a test stored by hand look as if a person had done it by a call. */
    asAct: (changeSet: string, act: string, { id }: TestPerson) =>
      owner.query(`update changes set actor_kind = 'person', actor_id = $2, act = $3 where change_set = $1`, [
        changeSet,
        id,
        act,
      ]),
  }
}

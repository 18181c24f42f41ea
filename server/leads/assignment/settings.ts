import { isDeepStrictEqual } from 'node:util'
import type { Tenant } from '#server/db/tenant.ts'
import { OVERDUE_DUE } from '#server/leads/sla/refresh-clocks.ts'
import { DEFAULT_CREDIT } from './choose.ts'
import { lockList } from './entry-queries.ts'
import { ALERT_DUE } from './queue-alert.ts'
import type { AssignmentList } from './queue.ts'

/** The due kind of looks at leads that reps have not accepted yet. */
export const ACCEPTANCE_DUE = 'acceptance'

/** How a list chooses, and when it asks for help. */
export interface ListSettings {
  /** Whether further leads of a domain go to whoever has its earlier ones. */
  sticky: boolean
  /** Null: nobody is told however long a lead waits. */
  alert_minutes: number | null
  /** Within how much working time a rep is to accept a lead; null: nobody looks. */
  acceptance_minutes: number | null
  /** How many leads somebody counts as behind their share at most; what is beyond is not made up for. */
  most_credit: number
  /** Whether a lead that nobody has taken in hand when its target is over waits again, for somebody else. */
  release_overdue: boolean
}

const USUAL: ListSettings = {
  sticky: true,
  alert_minutes: null,
  acceptance_minutes: null,
  most_credit: DEFAULT_CREDIT,
  release_overdue: false,
}

/** The usual ones until somebody changes them. */
export const listSettings = async ({ db, companyId }: Tenant, list: AssignmentList): Promise<ListSettings> =>
  (await db
    .selectFrom('assignment_settings')
    .select(['sticky', 'alert_minutes', 'acceptance_minutes', 'most_credit', 'release_overdue'])
    .where('company_id', '=', companyId)
    .where('list', '=', list)
    .executeTakeFirst()) ?? USUAL

type Sent = { [Setting in keyof ListSettings]?: ListSettings[Setting] | undefined }

/** What is not sent stays as it is. What is so already leaves no row behind: nothing was decided. */
export const saveListSettings = async (tenant: Tenant, list: AssignmentList, sent: Sent) => {
  const { db, companyId } = tenant
  if (Object.values(sent).every((value) => value === undefined)) return
  await lockList(tenant, list)
  const before = await listSettings(tenant, list)
  const kept = <Setting extends keyof ListSettings>(setting: Setting): ListSettings[Setting] =>
    sent[setting] === undefined ? before[setting] : sent[setting]
  const after = {
    sticky: kept('sticky'),
    alert_minutes: kept('alert_minutes'),
    acceptance_minutes: kept('acceptance_minutes'),
    most_credit: kept('most_credit'),
    release_overdue: kept('release_overdue'),
  }
  if (isDeepStrictEqual({ ...before }, after)) return
  await db
    .insertInto('assignment_settings')
    .values({ company_id: companyId, list, ...after })
    .onConflict((row) => row.columns(['company_id', 'list']).doUpdateSet(after))
    .execute()
  await listSettingsChanged(tenant)
}

/** Called in the transaction that changes them: what waits is looked at anew. */
export const listSettingsChanged = async (tenant: Tenant) => {
  await tenant.due(ALERT_DUE)
  await tenant.due(ACCEPTANCE_DUE)
  await tenant.due(OVERDUE_DUE)
}

import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'

/** What has changed in a company since watchers were told last. */
export interface Changed {
  /** Rows that the history is about: the lead of a comment, the lead itself. */
  ids: readonly number[]
  changeSets: readonly string[]
}

/** Something that people watch. Its name is the key of its events in the contract. */
export interface LiveTopic {
  /** The root in the history whose changes concern it; none: only `tenant.signal` with its name does. */
  root?: string
  /** The event says how it stands, not what changed: it is looked at again now and then, and sent when it has become another. */
  state?: boolean
  /** What each watcher is told, in their order; undefined: nothing. Nobody is told of a row that they may not see. */
  tell(tenant: Tenant, watchers: readonly Caller[], changed: Changed): Promise<readonly (object | undefined)[]>
}

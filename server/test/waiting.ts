import { setTimeout as sleep } from 'node:timers/promises'
import type { TestApp } from './app.ts'

/** Until so many wait for what another transaction of this database holds, with a statement in which this stands. */
export const somebodyWaits = async ({ owner }: Pick<TestApp, 'owner'>, people = 1, statement = '') => {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and strpos(query, $1) > 0`
  while (((await owner.query(waiting, [statement])).rowCount ?? 0) < people) await sleep(2)
}

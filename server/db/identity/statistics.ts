import { sql } from 'kysely'
import type { Identity } from './door.ts'

/** Tells the planner about tables that have outgrown what it knows of them; answers their names. */
export const refreshYoungStatistics = (identity: Identity): Promise<string[]> =>
  identity.write(async (db) => {
    const { rows } = await sql<{
      name: string
    }>`select refresh_young_statistics as name from refresh_young_statistics()`.execute(db)
    return rows.map(({ name }) => name)
  })

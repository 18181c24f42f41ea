import { rounded, type Figure } from '../figure.ts'
import { addLeads } from '#server/demo/fill.ts'
import { SECRET, type Place } from '../place.ts'
import { residentMb, startReal } from '../real-server.ts'

const GOAL_MB = 200
const IDLE_MS = 5_000

/** What the server holds in memory when nobody asks it anything; PostgreSQL is not counted. */
export const memory = async (place: Place): Promise<Figure[]> => {
  const { rowCount } = await place.owner.query('select from identity.companies limit 1')
  // Filling is not what an idle server does.
  if (!rowCount) await addLeads({ ownerUrl: place.url('postgres'), secret: SECRET, leads: 3_000 })
  const real = await startReal(place)
  try {
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
    const mb = await residentMb(real)
    return [
      {
        figure: 'idle-memory',
        ratio: rounded(mb / GOAL_MB),
        rows: 0,
        ours: rounded(mb),
        unit: 'MB resident',
        goal: `≤ ${GOAL_MB} MB`,
        meets: mb <= GOAL_MB,
      },
    ]
  } finally {
    await real.stop()
  }
}

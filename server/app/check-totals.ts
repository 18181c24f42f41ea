import { allCompanies } from '#server/db/identity/companies.ts'
import { openIdentity } from '#server/db/identity/door.ts'
import { openPool } from '#server/db/connect.ts'
import { openTenants } from '#server/db/tenant.ts'
import { checkCounts } from '#server/leads/totals/check-counts.ts'
import { openDatabase } from './open-database.ts'
import { runCommand } from './run-command.ts'

// npm run check-totals: counts what the stored totals of the lead lists and the dashboards say, and takes away those that are wrong.

const COUNTING_MS = 600_000

await runCommand(async (config, onStop) => {
  const { loginUrl } = await openDatabase(config, onStop)
  const pool = openPool(loginUrl, { max: 2, statement_timeout: COUNTING_MS, application_name: 'leadroom check' })
  onStop(() => pool.end())
  for (const { id, name } of await allCompanies(openIdentity(pool))) {
    const { counts, rollups, drifts } = await checkCounts(openTenants(pool), id)
    say(`${name}: checked ${counts} totals against the leads, ${drifts.length} wrong`)
    say(`  checked ${rollups.stored} dashboard sums against the leads, ${rollups.wrong} wrong`)
    for (const { filter, said, is } of drifts)
      say(`  ${JSON.stringify(filter)} was ${said}, should be ${is}: recounted at the next request`)
    if (drifts.length + rollups.wrong) process.exitCode = 1
  }
})

function say(line: string) {
  console.log(line)
}

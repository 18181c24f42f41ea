import { allCompanies } from '#server/db/identity/companies.ts'
import { openIdentity } from '#server/db/identity/door.ts'
import { openPool } from '#server/db/connect.ts'
import { openTenants } from '#server/db/tenant.ts'
import { checkDemand } from '#server/catalogue/product-demand/check.ts'
import { checkDirectory } from '#server/directory/directory-upkeep/check.ts'
import { checkRollups } from '#server/leads/totals/rollups.ts'
import { checkCounts } from '#server/platform/counted-lists/check.ts'
import { AREAS } from './areas.ts'
import { openDatabase } from './open-database.ts'
import { runCommand } from './run-command.ts'

// npm run check-totals: counts what the stored totals of lists and the sums of dashboards say, and takes away those that are wrong.

const COUNTING_MS = 600_000

await runCommand(async (config, onStop) => {
  const { loginUrl } = await openDatabase(config, onStop)
  const pool = openPool(loginUrl, { max: 2, statement_timeout: COUNTING_MS, application_name: 'leadroom check' })
  onStop(() => pool.end())
  for (const { id, name } of await allCompanies(openIdentity(pool))) {
    const tenants = openTenants(pool)
    for (const list of AREAS.flatMap(({ counted }) => counted ?? [])) {
      const { counts, drifts } = await checkCounts(tenants, id, list)
      say(`${name}: checked ${counts} totals of ${list.entity}, ${drifts.length} wrong`)
      for (const { filter, said, is } of drifts)
        say(`  ${JSON.stringify(filter)} was ${said}, should be ${is}: recounted at the next request`)
      if (drifts.length) process.exitCode = 1
    }
    const { stored, wrong } = await checkRollups(tenants, id)
    say(`  checked ${stored} dashboard sums against the leads, ${wrong} wrong`)
    const demand = await checkDemand(tenants, id)
    say(`  checked ${demand.stored} numbers of product demand against the leads, ${demand.wrong} wrong`)
    const directory = await checkDirectory(tenants, id)
    say(`  checked ${directory.stored} facts of the directory against their sources, ${directory.wrong} wrong`)
    if (wrong || demand.wrong || directory.wrong) process.exitCode = 1
  }
})

function say(line: string) {
  console.log(line)
}

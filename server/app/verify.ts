import type { Client } from 'pg'
import { readAnchors } from '#server/db/anchors.ts'
import { verifyHistory } from '#server/db/verify-history.ts'
import { asOwner } from './as-owner.ts'
import type { Config } from './config.ts'

// npm run verify: recomputes the sealed history of every company and holds it against the anchors. Ends with 1 when
// something was changed, with the first of it named.

await asOwner(verifyAll)

async function verifyAll(owner: Client, { anchorFile }: Config) {
  const anchors = anchorFile === undefined ? new Map<number, []>() : await readAnchors(anchorFile)
  const { rows: companies } = await owner.query<{ id: number; name: string }>(
    'select id, name from identity.companies order by id',
  )
  const began = performance.now()
  let all = 0
  for (const { id, name } of companies) {
    const { rows, faults, unsealed, erased, anchored } = await verifyHistory(owner, id, anchors.get(id) ?? [])
    all += rows
    say(
      `${name} (${id}): ${counted(rows)} sealed, anchored up to ${counted(anchored)}, ${counted(erased)} with erased values`,
    )
    if (unsealed.rows > 0) say(`  not sealed yet: ${counted(unsealed.rows)}, since ${unsealed.since}`)
    for (const fault of faults) say(`  FAULT: ${fault}`)
    if (faults.length > 0) process.exitCode = 1
  }
  for (const id of anchors.keys())
    if (!companies.some((company) => company.id === id)) {
      say(`FAULT: company ${id} was anchored but no longer exists.`)
      process.exitCode = 1
    }
  const seconds = (performance.now() - began) / 1000
  say(
    `${counted(all)} rows in ${seconds.toFixed(1)} s: ${counted(Math.round(all / Math.max(seconds, 0.001)))} a second`,
  )
  if (anchors.size === 0)
    say('There are no anchors, so a person with write access to the database could have changed its seals too.')
}

function counted(number: number) {
  return number.toLocaleString('en')
}

function say(line: string) {
  console.log(line)
}

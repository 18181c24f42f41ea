import { sql } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { lockDirectory, UPKEEP } from './lock.ts'
import { readSources, SOURCES, type CountedLead, type SaidFact, type Source } from './sources.ts'
import { giveKeys, leaveKeys, markAddresses, showAgain, storeFacts, storeLeads, type Touched } from './store.ts'

/** The kind of due work that reads sources which have changed. */
export const DIRECTORY_DUE = 'directory'

/** So many notes of changes are read in one transaction. */
const AT_ONCE = 300

/** Reads all sources that have changed. */
export const keepDirectory = async (tenants: Tenants, companyId: number): Promise<void> => {
  const actor = { kind: 'system', channel: 'api', act: UPKEEP } as const
  while (await tenants.write(companyId, actor, keepSome));
}

/** Reads some of them; whether there may be more. */
export const keepSome = async (tenant: Tenant): Promise<boolean> => {
  await lockDirectory(tenant)
  const { taken, sources } = await takeChanged(tenant)
  if (taken === 0) return false
  // Read after the notes were taken: what changes meanwhile has a note that was not taken.
  const said: { facts: SaidFact[]; leads: CountedLead[] } = { facts: [], leads: [] }
  for (const source of SOURCES) {
    const { facts, leads } = await readSources(tenant, source, sources[source])
    said.facts.push(...facts)
    said.leads.push(...leads)
  }
  await giveKeys(tenant, said)
  const touched: Touched = { keys: new Set(), left: [] }
  await storeFacts(tenant, sources, said.facts, touched)
  await storeLeads(tenant, sources.lead, said.leads, touched)
  await markAddresses(tenant, sources, touched)
  const subjects = await leaveKeys(tenant, sources, touched)
  await showAgain(tenant, subjects)
  return taken === AT_ONCE
}

const takeChanged = async ({ db, companyId }: Tenant) => {
  const { rows } = await sql<{ source: Source; ids: number[]; taken: number }>`
    with taken as (
      delete from directory_queue where company_id = ${companyId} and id in (
        select id from directory_queue where company_id = ${companyId} order by id limit ${AT_ONCE})
      returning source, source_id
    )
    select source, json_agg(distinct source_id) as ids, count(*) as taken from taken group by source`.execute(db)
  const idsOf = (source: Source) => rows.find((row) => row.source === source)?.ids ?? []
  const sources: Readonly<Record<Source, readonly number[]>> = {
    lead: idsOf('lead'),
    contact_us: idsOf('contact_us'),
    newsletter: idsOf('newsletter'),
    vendor: idsOf('vendor'),
  }
  return { taken: rows.reduce((sum, { taken }) => sum + taken, 0), sources }
}

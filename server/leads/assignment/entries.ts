import type { AssignmentEntry, EntrySettings } from '#contract/leads/auto-assign-qa.ts'
import { permissionsInWords } from '#contract/platform/permission-words.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { checkKnown } from '#server/leads/company-words/choices.ts'
import { countryCode } from '#server/platform/contact-details/countries.ts'
import type { Caller } from '#server/kit/auth.ts'
import { realDay } from '#server/kit/day.ts'
import { badField, conflict, found } from '#server/kit/errors.ts'
import { fieldsToWrite } from '#server/kit/merge-edits.ts'
import { candidatesOf } from './candidates.ts'
import { deficit, isEligible } from './choose.ts'
import * as queries from './entry-queries.ts'
import { openWorkOf } from './open-work.ts'
import type { AssignmentList } from './queue.ts'
import { listSettings } from './settings.ts'
import { blockOf, onShift, type Block } from './eligibility.ts'

/** The people of a list, each with what state they are in and what they got. */
export const listEntries = async (
  tenant: Tenant,
  list: AssignmentList,
  query: queries.EntriesQuery,
  { timeZone }: Caller,
) => {
  const { data, pagination } = await queries.entriesPage(tenant, list, query, timeZone)
  return { data: data.map((row) => shown(row, list)), pagination }
}

/** What the rotation gave a person of the list, day by day. */
export const daysOfEntry = async (tenant: Tenant, list: AssignmentList, id: number) =>
  queries.days(tenant, list, (await entry(tenant, list, id)).sid)

interface Added {
  sid: number
  weight?: number
}

/** Puts a person on the list, once, if they could work what they would be given. */
export const addEntry = async (tenant: Tenant, list: AssignmentList, { sid, weight }: Added) => {
  await queries.lockList(tenant, list)
  await checkMayJoin(tenant, list, sid)
  const id = await queries.add(tenant, list, {
    staff_id: sid,
    expected: await startingDeficit(tenant, list, sid),
    ...(weight === undefined ? {} : { weight }),
  })
  await tenant.due('assign')
  return entry(tenant, list, id)
}

/** Refuses whoever is on the list already, or could not work what they would be given. */
export const checkMayJoin = async (tenant: Tenant, list: AssignmentList, sid: number) => {
  const { name, status, kinds, lacks } = found('Person', await queries.person(tenant, list, sid))
  const existing = await queries.entries(tenant, list).where('e.staff_id', '=', sid).executeTakeFirst()
  if (existing)
    throw conflict(`${name} is already on the list.`, {
      existing: shown(existing, list),
    })
  if (status !== 'active')
    throw conflict(`${name} ${status === 'invited' ? 'has not accepted the invitation yet' : 'is deactivated'}.`)
  if (kinds.length === 0)
    throw conflict(`${name} needs the permission ${permissionsInWords(lacks === null ? [] : [lacks])} first.`, {
      needs: [lacks],
    })
}

interface Changed {
  status: 'active' | 'paused'
  weight?: number
}

/** Pauses a person, lets one take part again, or gives one more or less weight. */
export const changeEntry = async (tenant: Tenant, list: AssignmentList, id: number, { status, weight }: Changed) => {
  await queries.lockList(tenant, list)
  const before = await entry(tenant, list, id)
  const changes = {
    ...(status === before.status ? {} : { status }),
    ...(weight === undefined || weight === before.weight ? {} : { weight }),
  }
  if (Object.keys(changes).length === 0) return before
  await queries.change(tenant, id, changes)
  if (changes.status === 'active') await queries.setDeficit(tenant, id, await startingDeficit(tenant, list, before.sid))
  if (status === 'active') await tenant.due('assign')
  return entry(tenant, list, id)
}

interface Saved extends EntrySettings {
  version?: number
}

/** Keeps what a person takes, how much of it and when, beside what others have kept since the version that was seen. */
export const saveEntry = async (
  tenant: Tenant,
  list: AssignmentList,
  id: number,
  { version: seen, ...sent }: Saved,
): Promise<AssignmentEntry> => {
  await queries.lockList(tenant, list)
  const before = await entry(tenant, list, id)
  if (sent.calendar_id != null && !(await queries.isCalendar(tenant, sent.calendar_id))) throw noSuchCalendar()
  const { write, conflicts } = await fieldsToWrite(
    tenant,
    { entity: 'assignment_entries', id, version: before.version, values: settingsOf(before) },
    await readSettings(tenant, sent),
    seen,
  )
  if (conflicts.length)
    throw conflict(
      `Someone else has changed the settings of ${before.name} since you opened them. Review them and try again.`,
      { current: before, fields: conflicts },
      'version_conflict',
    )
  if (Object.keys(write).length === 0) return before
  await queries.change(tenant, id, write)
  await tenant.due('assign')
  return entry(tenant, list, id)
}

export const noSuchCalendar = () => badField('calendar_id', 'This calendar does not exist')

const settingsOf = ({
  weight,
  daily_cap,
  open_cap,
  accepts_countries,
  accepts_sources,
  accepts_categories,
  away_until,
  calendar_id,
}: AssignmentEntry): EntrySettings => ({
  weight,
  daily_cap,
  open_cap,
  accepts_countries,
  accepts_sources,
  accepts_categories,
  away_until,
  calendar_id,
})

/** The settings as they are kept: each value once, in one order; 400 for what is no country, no source or no day. */
export const readSettings = async (tenant: Tenant, sent: EntrySettings): Promise<EntrySettings> => {
  const { accepts_countries: countries, accepts_sources: sources, accepts_categories: categories, away_until } = sent
  if (away_until != null) realDay('away_until', away_until)
  if (sources) await checkKnown(tenant, 'source', sources, 'accepts_sources')
  return {
    ...sent,
    ...(countries && { accepts_countries: once(countries.map(readCountry)) }),
    ...(sources && { accepts_sources: once(sources) }),
    ...(categories && { accepts_categories: once(categories.map((category) => category.trim())) }),
  }
}

const once = (values: readonly string[]) => [...new Set(values)].sort()

const readCountry = (text: string) => {
  const code = countryCode(text)
  if (code === undefined) throw badField('accepts_countries', `“${text}” is not a country`)
  return code
}

/** How much a person of the list holds, before they are taken off it. */
export const openWorkOfEntry = async (tenant: Tenant, list: AssignmentList, id: number) =>
  openWorkOf(tenant, list, (await entry(tenant, list, id)).sid)

/** People who are back on their lists by an undo begin like everybody who comes back. */
export const restartEntries = async (tenant: Tenant, ids: readonly number[]) => {
  for (const { id, list, staff_id } of await queries.byIds(tenant, ids))
    await queries.setDeficit(tenant, id, await startingDeficit(tenant, list, staff_id))
  await tenant.due('assign')
}

/**
 * How many leads somebody who begins or comes back is behind their share: as few as whoever is least behind of those
 * who can take leads now, and never more than the most credit either way. So nobody is flooded to make up for the time away, and
 * nobody who was there all along has to wait.
 */
const startingDeficit = async (tenant: Tenant, list: AssignmentList, staffId: number) => {
  const others = (await candidatesOf(tenant, list)).filter((other) => isEligible(other) && other.staff_id !== staffId)
  const smallest = others.length ? Math.min(...others.map(deficit)) : 0
  const { most_credit } = await listSettings(tenant, list)
  return Math.max(-most_credit, Math.min(most_credit, smallest))
}

const entry = async (tenant: Tenant, list: AssignmentList, id: number) => {
  const row = await queries.entries(tenant, list).where('e.id', '=', id).executeTakeFirst()
  return shown(found('Person on the list', row), list)
}

type Row = Awaited<ReturnType<ReturnType<typeof queries.entries>['executeTakeFirstOrThrow']>>

const shown = (row: Row, list: AssignmentList): AssignmentEntry => {
  const standing = onShift(row)
  const block = blockOf(standing, list)
  const {
    staff_status: _,
    kinds: __,
    lacks: ___,
    back_at: ____,
    tomorrow: _____,
    off_shift: ______,
    ...seen
  } = standing
  return {
    ...seen,
    state: block?.state ?? 'available',
    state_reason: block ? stateReason(row, block) : 'Takes leads in turn.',
    state_until: block?.until ?? null,
  }
}

const stateReason = (row: Row, { state }: Block) => {
  const { name, staff_status, lacks, weight, daily_cap, open_cap, today, open } = row
  if (staff_status === 'invited') return `${name} has not accepted the invitation yet.`
  const words: Record<Block['state'], string> = {
    deactivated: `${name} is deactivated in this company.`,
    no_permission: `Needs the permission ${permissionsInWords(lacks === null ? [] : [lacks])}.`,
    paused: weight === 0 && row.status === 'active' ? 'Weight is 0, so no leads are assigned.' : 'Paused on this list.',
    away: 'Away.',
    off_shift: `Off shift (${row.hours}).`,
    at_cap:
      daily_cap !== null && today >= daily_cap
        ? `Received ${today} of ${daily_cap} leads today.`
        : `Has ${open} of ${open_cap} open leads.`,
  }
  return words[state]
}

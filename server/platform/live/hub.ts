import { sql } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { EVERYTHING } from './notifier.ts'
import type { LiveTopic } from './topic.ts'
import { openWatcher, type Watcher } from './watcher.ts'

interface Company {
  watchers: Set<Watcher>
  words: Set<string>
  timer: NodeJS.Timeout | undefined
}

export interface HubOptions {
  tenants: Tenants
  topics: Readonly<Record<string, LiveTopic>>
  onError: (error: unknown) => void
}

/** Changes that come close together are looked at together. */
const GATHER_MS = 100
const AGAIN_MS = 1_000
const STATE_MS = 15_000
/** Past this, watchers are told to fetch what they show instead of being told each row. */
const MOST_ROWS = 500
const MOST_WORDS = 200
/** Watchers whose rights are looked at in one statement. */
const TOGETHER = 40
/** A browser has one stream; what a crashed one has left is ended first. */
const MOST_PER_PERSON = 20

const RESYNC = { resync: true }

/** Who watches which company, and what each of them is told when something there has been stored. */
export const openHub = ({ tenants, topics, onError }: HubOptions) => {
  const companies = new Map<number, Company>()

  const told = (companyId: number, word: string) => {
    const company = companies.get(companyId)
    if (!company) return
    company.words = company.words.size < MOST_WORDS ? company.words.add(word) : new Set([EVERYTHING])
    schedule(companyId, company, GATHER_MS)
  }
  const schedule = (companyId: number, company: Company, after: number) => {
    company.timer ??= setTimeout(() => void look(companyId, company), after)
  }
  const look = async (companyId: number, company: Company) => {
    const { words } = company
    company.words = new Set()
    const failed = await tellOf(companyId, company, words).then(
      () => false,
      (error: unknown) => {
        onError(error)
        company.words.add(EVERYTHING)
        return true
      },
    )
    company.timer = undefined
    if (company.words.size > 0 && company.watchers.size > 0) schedule(companyId, company, failed ? AGAIN_MS : GATHER_MS)
  }

  const tellOf = async (companyId: number, { watchers }: Company, words: ReadonlySet<string>) => {
    if (words.has(EVERYTHING)) return tellAll(watchers)
    const signals = new Set([...words].filter((word) => word.startsWith('!')).map((word) => word.slice(1)))
    const changeSets = [...words].filter((word) => !word.startsWith('!'))
    await tenants.read(companyId, async (tenant) => {
      const rows = await changedRows(tenant, changeSets)
      if (rows.length > MOST_ROWS) return tellAll(watchers)
      for (const [name, topic] of Object.entries(topics)) {
        const ids = [...new Set(rows.filter(({ root }) => root === topic.root).map(({ root_id }) => root_id))]
        if (ids.length > 0 || signals.has(name)) await tellTopic(tenant, name, topic, watchers, { ids, changeSets })
      }
    })
  }
  const tellAll = (watchers: ReadonlySet<Watcher>) => {
    for (const watcher of watchers) watcher.push(RESYNC)
  }

  /** How things stand may have changed without anybody's doing. */
  const states = setInterval(() => {
    const names = Object.entries(topics).flatMap(([name, { state }]) => (state ? [`!${name}`] : []))
    for (const companyId of companies.keys()) for (const name of names) told(companyId, name)
  }, STATE_MS)

  return {
    /** What some node has told of a company. */
    told,
    /** Something may have been missed: whoever watches fetches again. */
    missed() {
      for (const { watchers } of companies.values()) tellAll(watchers)
    },
    /** What the caller is told from now on, how things stand first. It ends when the caller is too slow, or by the signal. */
    async *watch(caller: Caller, signal: AbortSignal): AsyncGenerator<object> {
      const watcher = openWatcher(caller, signal)
      const company = companies.get(caller.companyId) ?? { watchers: new Set(), words: new Set(), timer: undefined }
      companies.set(caller.companyId, company)
      const own = [...company.watchers].filter((other) => other.caller.personId === caller.personId)
      if (own.length >= MOST_PER_PERSON) own[0]?.end()
      company.watchers.add(watcher)
      try {
        yield { hello: true }
        await tenants.read(caller.companyId, async (tenant) => {
          for (const [name, topic] of Object.entries(topics))
            if (topic.state) await tellTopic(tenant, name, topic, [watcher], { ids: [], changeSets: [] })
        })
        yield* watcher.events()
      } finally {
        company.watchers.delete(watcher)
        if (company.watchers.size === 0) {
          clearTimeout(company.timer)
          companies.delete(caller.companyId)
        }
      }
    },
    /** How many watch, for tests and metrics. */
    size: () => [...companies.values()].reduce((sum, { watchers }) => sum + watchers.size, 0),
    close() {
      clearInterval(states)
      for (const { watchers, timer } of companies.values()) {
        clearTimeout(timer)
        for (const watcher of watchers) watcher.end()
      }
    },
  }
}
export type Hub = ReturnType<typeof openHub>

const changedRows = async ({ db, companyId }: Tenant, changeSets: readonly string[]) => {
  if (changeSets.length === 0) return []
  const { rows } = await sql<{ root: string; root_id: number }>`
    select c.root, c.root_id from unnest(${changeSets}::uuid[]) as told (change_set),
    lateral (select root, root_id from changes where company_id = ${companyId} and change_set = told.change_set
      order by id desc limit ${MOST_ROWS + 1}) c
    limit ${MOST_ROWS + 1}`.execute(db)
  return rows
}

const tellTopic = async (
  tenant: Tenant,
  name: string,
  topic: LiveTopic,
  watchers: Iterable<Watcher>,
  changed: { ids: readonly number[]; changeSets: readonly string[] },
) => {
  const people = [...Map.groupBy(watchers, ({ rights }) => rights).values()]
  for (let at = 0; at < people.length; at += TOGETHER) {
    const some = people.slice(at, at + TOGETHER)
    const events = await topic.tell(
      tenant,
      some.flatMap(([first]) => (first ? [first.caller] : [])),
      changed,
    )
    for (const [index, same] of some.entries()) {
      const event = events[index]
      if (event) for (const watcher of same) watcher.push({ [name]: event }, topic.state ? name : undefined)
    }
  }
}

import { competitors, type CompetitorRow, type Feed } from '#contract/insight/competitors.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { badField, conflict, found, UserError } from '#server/kit/errors.ts'
import { implement, prepared } from '#server/kit/implement.ts'
import { fieldsToWrite } from '#server/kit/merge-edits.ts'
import { openDiscovery } from '#server/insight/feed-discovery/discover.ts'
import type { FetchPublic } from '#server/outside/fetch-public.ts'
import { expectAllowed, targetOf, type Network } from '#server/outside/public-address.ts'
import { Refusal } from '#server/outside/refusal.ts'
import * as queries from './queries.ts'
import * as writes from './writes.ts'

interface Given {
  config: { feeds: boolean; fetchAlso: readonly Network[] }
  fetchPublic: FetchPublic
}

const OFF = 'Reading feeds is switched off on this server. Ask who runs it.'
const OFTEN = 'A feed can be checked six times an hour. Try again later.'

export const competitorRoutes = ({ config, fetchPublic }: Given) => {
  const discover = openDiscovery(fetchPublic)
  const address = (field: string, written: string) => addressIn(field, written, config.fetchAlso)

  return implement('competitors', competitors, {
    list: ({ tenant, caller, body }) => queries.list(tenant, caller, body),

    discover: prepared(async ({ body: { url } }) => {
      if (!config.feeds) throw conflict(OFF)
      const data = await discover(url)
      return async () => ({ data })
    }),

    async add({ tenant, caller, body: { feeds = [], ...values } }) {
      const site = address('site', values.site)
      const id = await writes.addCompetitor(tenant, { ...values, site }, caller.personId)
      for (const [at, feed] of feeds.entries())
        await writes.addFeed(tenant, id, { ...feed, url: address(`feeds.${at}.url`, feed.url) })
      return { data: await shown(tenant, caller, id), message: 'Competitor added' }
    },

    async update({ tenant, caller, params: { id }, body: { version: seen, ...sent } }) {
      const { version, ...before } = found('Competitor', await writes.lockCompetitor(tenant, id))
      const values = { ...sent, ...(sent.site !== undefined && { site: address('site', sent.site) }) }
      const row = { entity: 'competitors', id, version, values: before }
      const { write, conflicts } = await fieldsToWrite(tenant, row, values, seen)
      if (conflicts.length > 0) throw changedSince('competitor', await shown(tenant, caller, id), conflicts)
      await writes.changeCompetitor(tenant, id, write)
      return { data: await shown(tenant, caller, id), message: 'Competitor saved' }
    },

    async remove({ tenant, params: { id } }) {
      found('Competitor', await writes.lockCompetitor(tenant, id))
      await writes.removeCompetitor(tenant, id)
      return { message: 'Competitor deleted' }
    },

    async addFeed({ tenant, body: { competitor_id, ...feed } }) {
      found('Competitor', await writes.lockCompetitor(tenant, competitor_id))
      const id = await writes.addFeed(tenant, competitor_id, { ...feed, url: address('url', feed.url) })
      return { data: await shownFeed(tenant, id), message: 'Feed added' }
    },

    async updateFeed({ tenant, params: { id }, body: { version: seen, ...sent } }) {
      const { version, competitor_id: _, ...before } = found('Feed', await writes.lockFeed(tenant, id))
      const values = { ...sent, ...(sent.url !== undefined && { url: address('url', sent.url) }) }
      const row = { entity: 'competitor_feeds', id, version, values: before }
      const { write, conflicts } = await fieldsToWrite(tenant, row, values, seen)
      if (conflicts.length > 0) throw changedSince('feed', await shownFeed(tenant, id), conflicts)
      await writes.changeFeed(tenant, id, write)
      return { data: await shownFeed(tenant, id), message: 'Feed saved' }
    },

    async removeFeed({ tenant, params: { id } }) {
      found('Feed', await writes.lockFeed(tenant, id))
      await writes.removeFeed(tenant, id)
      return { message: 'Feed removed' }
    },

    async checkFeed({ tenant, body: { id } }) {
      if (!config.feeds) throw conflict(OFF)
      found('Feed', await writes.lockFeed(tenant, id))
      if (!(await writes.checkNow(tenant, id))) throw new UserError(429, OFTEN)
      return { data: await shownFeed(tenant, id) }
    },

    async polls({ tenant, body: { id, page } }) {
      found('Feed', await queries.feed(tenant, id))
      return queries.polls(tenant, id, page)
    },
  })
}

const shown = async (tenant: Tenant, caller: Caller, id: number): Promise<CompetitorRow> =>
  found('Competitor', await queries.one(tenant, caller, id))

const shownFeed = async (tenant: Tenant, id: number): Promise<Feed> => found('Feed', await queries.feed(tenant, id))

/** As it is to be opened; what leads into a private network is refused here already. */
const addressIn = (field: string, written: string, also: readonly Network[]): string => {
  const whole = /^[a-z][a-z\d+.-]*:/i.test(written) ? written : `https://${written}`
  try {
    const rules = { also, ours: [] }
    const target = targetOf(whole, rules)
    if (target.isLiteral) expectAllowed([target.host], target, rules)
    return target.url.href
  } catch (error) {
    throw error instanceof Refusal ? badField(field, error.sentence) : error
  }
}

const changedSince = (what: string, current: object, fields: readonly string[]) =>
  conflict(
    `Someone else has changed this ${what} since you opened it. Review it and try again.`,
    { current, fields },
    'version_conflict',
  )

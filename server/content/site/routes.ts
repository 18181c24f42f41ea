import { site } from '#contract/content/site.ts'
import { implement } from '#server/kit/implement.ts'
import { changeSite, makeSiteKey, siteNow, type SiteKeys } from './sites.ts'

export const siteRoutes = (keys: SiteKeys) =>
  implement('site', site, {
    now: async ({ tenant }) => ({ data: await siteNow(tenant, keys) }),

    async change({ tenant, body }) {
      await changeSite(tenant, body)
      return { data: await siteNow(tenant, keys) }
    },

    async makeKey({ tenant, caller }) {
      await makeSiteKey(tenant, keys, caller.personId)
      return { data: await siteNow(tenant, keys) }
    },
  })

import { blogPublishing } from '#contract/content/blog-publishing.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { implement } from '#server/kit/implement.ts'
import { postDetails } from '#server/content/post/details.ts'
import { fieldChanges, NOTHING_YET } from '#server/content/post/words.ts'
import { lockSeen, peek, sayingOf } from '#server/content/post/standing.ts'
import { findingsOf } from '#server/content/post/findings.ts'
import { makePreview, previewsOf, revokePreview, type PreviewLinks } from './previews.ts'
import { addRedirect, redirectList, removeRedirect } from './redirects.ts'
import { reviewNeeded } from './review.ts'
import { takeStep } from './set-status.ts'
import { contentSettings, setContentSettings } from './settings.ts'

export const blogPublishingRoutes = (links: PreviewLinks) =>
  implement('blog-publishing', blogPublishing, {
    async setStatus({ tenant, caller, params: { id }, body: { version, ...step } }) {
      await takeStep(tenant, caller, await lockSeen(tenant, id, version), step)
      return { data: await postDetails(tenant, caller, id) }
    },

    check: async ({ tenant, caller, params: { id } }) => ({ data: await checkOf(tenant, caller.personId, id) }),

    previews: async ({ tenant, query: { post } }) => ({ data: await previewsOf(tenant, post) }),
    addPreview: async ({ tenant, caller, body }) => ({ data: await makePreview(tenant, caller, links, body) }),
    async revokePreview({ tenant, params: { id } }) {
      await revokePreview(tenant, id)
      return {}
    },

    redirects: ({ tenant, query }) => redirectList(tenant, query),
    addRedirect: async ({ tenant, body }) => ({ data: await addRedirect(tenant, body) }),
    async removeRedirect({ tenant, params: { id } }) {
      await removeRedirect(tenant, id)
      return {}
    },

    settings: async ({ tenant }) => ({ data: await contentSettings(tenant) }),
    setSettings: async ({ tenant, body }) => ({ data: await setContentSettings(tenant, body) }),
  })

/** What publishing would do now, and what keeps it from being done. */
const checkOf = async (tenant: Tenant, personId: number, id: number) => {
  const post = await peek(tenant, id)
  const draft = await sayingOf(tenant, id, post.draft_version)
  const live = post.live && post.live_version !== null ? await sayingOf(tenant, id, post.live_version) : undefined
  const needed = await reviewNeeded(tenant, post, personId)
  return {
    ...(await findingsOf(tenant, id, draft, needed ? 'Ask for a review' : null)),
    changes: await fieldChanges(tenant, live ?? NOTHING_YET, draft),
    seo: {
      title: draft.seo_title || draft.title,
      description: draft.seo_description || draft.excerpt,
      address: draft.slug,
    },
    review_needed: needed,
    version: post.version,
  }
}

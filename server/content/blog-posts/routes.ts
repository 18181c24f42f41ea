import { blogPosts } from '#contract/content/blog-posts.ts'
import { IMAGE_REQUIRED } from '#contract/content/post.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { conflict, UserError } from '#server/kit/errors.ts'
import { implement, prepared } from '#server/kit/implement.ts'
import { postDetails } from '#server/content/post/details.ts'
import { readCover, storeCover, type Covers } from '#server/content/post/pictures.ts'
import { readText } from '#server/content/post/read-sent.ts'
import { lockPost, lockSeen, peek, sayingOf } from '#server/content/post/standing.ts'
import { setFocalPoint } from '#server/content/blog-images/library.ts'
import { takeStep } from '#server/content/blog-publishing/set-status.ts'
import { addPost, editPost } from './edit.ts'
import { linkTargets, postList } from './list.ts'
import { deletePost } from './remove.ts'
import { takeTo } from './state.ts'

export const blogPostRoutes = (covers: Covers) =>
  implement('blog-posts', blogPosts, {
    list: ({ tenant, caller, query }) => postList(tenant, caller, query),

    details: async ({ tenant, caller, params: { id }, query }) => ({
      data: await postDetails(tenant, caller, id, { live: query.live === '1' }),
    }),

    add: prepared(async ({ caller, body, file }) => {
      if (!file && body.image_id === undefined) throw imageRequired()
      const { document, ...dropped } = await readText(body)
      const cover = await readCover(covers, caller.companyId, file)
      return async (tenant) => {
        const image_id = cover ? await storeCover(tenant, covers, cover, caller, body.image_alt) : body.image_id
        if (image_id === undefined) throw imageRequired()
        const id = await addPost(tenant, caller, { ...body, image_id }, document)
        await setFocalPoint(tenant, image_id, { x: body.image_focal_x, y: body.image_focal_y })
        await takeTo(tenant, caller, id, body)
        return { data: { ...(await postDetails(tenant, caller, id)), ...dropped }, message: 'Blog post added' }
      }
    }),

    update: prepared(async ({ caller, params: { id }, body: { version, keep_schedule, ...body }, file }) => {
      const { document, ...dropped } = await readText(body)
      const cover = await readCover(covers, caller.companyId, file)
      return async (tenant) => {
        // Before the picture that it is to name, as an undo does.
        await lockPost(tenant, id)
        const image = cover && { image_id: await storeCover(tenant, covers, cover, caller, body.image_alt) }
        const edit = { id, sent: { ...body, ...image }, document, seen: version, keepSchedule: keep_schedule }
        const message = await editPost(tenant, caller, edit)
        await focusCover(tenant, id, body)
        await takeTo(tenant, caller, id, body)
        return { data: { ...(await postDetails(tenant, caller, id)), ...dropped }, ...(message ? { message } : {}) }
      }
    }),

    async remove({ tenant, body: { id, version } }) {
      await lockSeen(tenant, id, version)
      await deletePost(tenant, id)
      return { message: 'Blog post deleted' }
    },

    async faq({ tenant, params: { id } }) {
      const { draft_version, version } = await peek(tenant, id)
      return { data: { faq_items: [...(await sayingOf(tenant, id, draft_version)).faq], version } }
    },

    async setFaq({ tenant, caller, params: { id }, body: { faq_items, version, publish = false } }) {
      if (publish) await checkNothingWaits(tenant, id)
      await editPost(tenant, caller, { id, sent: { faq_items }, document: undefined, seen: version })
      const saved = await peek(tenant, id)
      if (publish && saved.work !== 'clean')
        await takeStep(tenant, caller, await lockPost(tenant, id), { action: 'publish' })
      const after = await peek(tenant, id)
      return { data: { faq_items: [...(await sayingOf(tenant, id, after.draft_version)).faq], version: after.version } }
    },

    linkTargets: async ({ tenant, query: { search } }) => ({ data: await linkTargets(tenant, search) }),
  })

type Focus = Pick<BodyOf<typeof blogPosts.update>, 'image_focal_x' | 'image_focal_y'>

const focusCover = async (tenant: Tenant, id: number, { image_focal_x: x, image_focal_y: y }: Focus) => {
  if (x === undefined && y === undefined) return
  const { image_id } = await sayingOf(tenant, id, (await peek(tenant, id)).draft_version)
  await setFocalPoint(tenant, image_id, { x, y })
}

/** Only questions go live: nothing that somebody else is still at. */
const checkNothingWaits = async (tenant: Tenant, id: number) => {
  const { live, work } = await lockPost(tenant, id)
  if (!live || work !== 'clean')
    throw conflict('Other changes of this post wait to be published. Publish them first.', {}, 'changes_waiting')
}

const imageRequired = () =>
  new UserError(400, IMAGE_REQUIRED, { code: 'image_required', errors: [{ field: 'image', message: IMAGE_REQUIRED }] })

import { blogImages } from '#contract/content/blog-images.ts'
import type { Identity } from '#server/db/identity/door.ts'
import { companyOfPicture } from '#server/db/identity/picture-keys.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { conflict, found } from '#server/kit/errors.ts'
import { implementOpen, prepared, routesOf } from '#server/kit/implement.ts'
import { fieldsToWrite } from '#server/kit/merge-edits.ts'
import type { Files } from '#server/platform/files/read.ts'
import type { Pictures } from '#server/platform/pictures/open.ts'
import { unknownPicture } from '#server/platform/pictures/store.ts'
import { addImage, readImage, VARIANTS_DUE } from './library.ts'
import * as images from './queries.ts'
import { variantOf } from './variants.ts'

interface Given {
  tenants: Tenants
  identity: Identity
  files: Files
  pictures: Pictures
}

const { file, ...calls } = blogImages
const shown = async (tenant: Tenant, id: number) => found('Picture', await images.get(tenant, id))

export const blogImageRoutes = ({ tenants, pictures, ...given }: Given) => [
  ...routesOf('blog-images', calls, {
    list: ({ tenant, query }) => images.list(tenant, query),

    read: async ({ tenant, params: { id } }) => ({ data: await shown(tenant, id) }),

    add: prepared(async ({ caller, query: { name = '', alt = '' }, bytes }) => {
      const read = await readImage({ tenants, pictures }, caller.companyId, bytes)
      return async (tenant) => {
        const { id, isNew } = await addImage(tenant, pictures, read, { name, alt, addedBy: caller.personId })
        const data = await shown(tenant, id)
        return isNew ? { data } : { data, message: 'This picture is here already' }
      }
    }),

    async edit({ tenant, params: { id }, body: { version: seen, ...sent } }) {
      const { version, id: _, ...values } = found('Picture', await images.lock(tenant, id))
      const { write, conflicts } = await fieldsToWrite(
        tenant,
        { entity: 'blog_images', id, version, values },
        sent,
        seen,
      )
      if (conflicts.length)
        throw conflict(
          'Someone else has changed this picture since you opened it. Look at it and try again.',
          { current: await shown(tenant, id), fields: conflicts },
          'version_conflict',
        )
      await images.edit(tenant, id, write)
      if ('focal_x' in write || 'focal_y' in write) await tenant.due(VARIANTS_DUE)
      return { data: await shown(tenant, id) }
    },

    async remove({ tenant, params: { id } }) {
      found('Picture', await images.lock(tenant, id))
      const uses = await images.usesOf(tenant, id)
      if (uses.length) throw conflict(usedSentence(uses), { uses }, 'image_used')
      await images.remove(tenant, id)
      return {}
    },
  }),
  ...readerRoutes({ tenants, ...given }),
]

/** Pictures as readers load them, from pages of any site. */
const readerRoutes = ({ tenants, identity, files }: Omit<Given, 'pictures'>) =>
  implementOpen(
    'blog-images',
    { file },
    {
      async file({ params: { key, variant: name }, reply }) {
        const variant = KEY.test(key) ? variantOf(name) : undefined
        const owner = variant && (await companyOfPicture(identity, key))
        const stored =
          owner && (await tenants.read(owner.companyId, (tenant) => images.fileOfKey(tenant, key, variant)))
        if (!stored) throw unknownPicture()
        void reply.headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'cross-origin',
        })
        return { ...stored, name, shown: true, read: (from, to) => files.read(owner.companyId, stored, from, to) }
      },
    },
  )

const KEY = /^[\w-]{22}$/

const NAMED = 3
const usedSentence = (uses: readonly images.Use[]) => {
  const called = uses
    .slice(0, NAMED)
    .map(({ kind, name }) =>
      kind === 'copy' ? 'a post that somebody is writing' : kind === 'author' ? `the author ${name}` : `“${name}”`,
    )
  const more = uses.length > NAMED ? ' and more' : ''
  return `This picture is used by ${[...new Set(called)].join(', ')}${more}. Replace it there first.`
}

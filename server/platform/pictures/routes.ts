import { pictures as calls } from '#contract/platform/pictures.ts'
import type { Tenants } from '#server/db/tenant.ts'
import { implementOpen } from '#server/kit/implement.ts'
import type { Files } from '#server/platform/files/read.ts'
import type { Pictures } from './open.ts'
import { fileOfSize, unknownPicture } from './store.ts'

interface Given {
  tenants: Tenants
  files: Files
  pictures: Pictures
}

export const pictureRoutes = ({ tenants, files, pictures }: Given) =>
  implementOpen('pictures', calls, {
    async file({ params, query, reply }) {
      const opened = pictures.addresses.open({ ...params, ...query })
      if (!opened) throw unknownPicture()
      const { companyId, sha256, size, seconds } = opened
      const file = await tenants.read(companyId, (tenant) => fileOfSize(tenant, sha256, size))
      if (!file) throw unknownPicture()
      void reply.headers({
        'cache-control': `private, max-age=${seconds}, immutable`,
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-site',
      })
      return { ...file, name: params.name, shown: true, read: (from, to) => files.read(companyId, file, from, to) }
    },
  })

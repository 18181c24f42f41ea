import { pictures as calls } from '#contract/platform/pictures.ts'
import type { Tenants } from '#server/db/tenant.ts'
import { UserError } from '#server/kit/errors.ts'
import { implementOpen } from '#server/kit/implement.ts'
import type { Files } from '#server/platform/files/read.ts'
import type { Pictures } from './open.ts'
import { fileOfSize } from './store.ts'

interface Given {
  tenants: Tenants
  files: Files
  pictures: Pictures
}

export const pictureRoutes = ({ tenants, files, pictures }: Given) =>
  implementOpen('pictures', calls, {
    async file({ params, query, reply }) {
      const opened = pictures.addresses.open({ ...params, ...query })
      if (!opened) throw unknown()
      const { companyId, sha256, size, seconds } = opened
      const file = await tenants.read(companyId, (tenant) => fileOfSize(tenant, sha256, size))
      if (!file) throw unknown()
      void reply.headers({
        'cache-control': `private, max-age=${seconds}, immutable`,
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-site',
      })
      return { ...file, name: params.name, shown: true, read: (from, to) => files.read(companyId, file, from, to) }
    },
  })

/** In the words of an address that is none, whatever is wrong with it. */
const unknown = () => new UserError(404, 'There is nothing at this address.')

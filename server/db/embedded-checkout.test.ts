import { readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { chown, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Checkout, copyCheckout, startInProcess } from '#server/test/checkout.ts'
import { dataFolders, isRoot, query, SOMEBODY } from '#server/test/embedded.ts'

const newFolder = await dataFolders()

describe('in any checkout', () => {
  test.skipIf(!isRoot)('one that is closed to others, with spaces in its path', async () => {
    const parent = newFolder()
    await mkdir(parent)
    const { root, module, node } = await copyCheckout(parent, 0o700)
    const folder = join(root, 'data')

    const first = await startInProcess({ folder, module, node })
    await query(first.url, 'create table kept as select 1 as one')
    await first.stop()
    const second = await startInProcess({ folder, module, node })

    expect(await query(second.url, 'select one from kept')).toEqual([{ one: 1 }])
    const data = realpathSync(join(folder, 'cluster'))
    await second.stop()
    expect(data).toMatch(/^\/var\/lib\/leadroom\/data-/)
    await rm(data, { recursive: true })
  })

  test(
    'two first starts at once make the library links that an install without scripts left out',
    { tags: 'slow' },
    async () => {
      const parent = newFolder()
      await mkdir(parent)
      const checkout = await copyCheckout(parent, 0o755)
      expect(links(checkout)).toEqual([])

      const starters = await Promise.all(
        [newFolder(), newFolder(), newFolder()].map((folder) => startInProcess({ folder, ...checkout })),
      )

      for (const { url } of starters) expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
      expect(links(checkout)).toContain('libpq.so.5 → libpq.so.5.18')
      expect(readdirSync(join(checkout.native, 'lib')).filter((name) => name.startsWith('.'))).toEqual([])
      await Promise.all(starters.map((starter) => starter.stop()))
    },
  )

  test.skipIf(!isRoot)('one that its user may not write', async () => {
    const parent = newFolder()
    await mkdir(parent)
    const checkout = await copyCheckout(parent, 0o755)
    const folder = newFolder()
    await mkdir(folder)
    await chown(folder, SOMEBODY, SOMEBODY)

    const starter = await startInProcess({ folder, ...checkout, uid: SOMEBODY })

    expect(await query(starter.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(links(checkout)).toEqual([])
    await starter.stop()
  })

  const links = ({ native }: Checkout) =>
    readdirSync(join(native, 'lib'), { withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink())
      .map(({ name, parentPath }) => `${name} → ${readlinkSync(join(parentPath, name))}`)
})

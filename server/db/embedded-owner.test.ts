import { statSync } from 'node:fs'
import { chown, cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { copyCheckout, startInProcess } from '#server/test/checkout.ts'
import { dataFolders, isRoot, NOBODY, query, quick, serverPid, SOMEBODY } from '#server/test/embedded.ts'
import { startEmbedded } from './embedded.ts'
import { DATABASE_USER, systemUser } from './embedded-person.ts'

const newFolder = await dataFolders()

describe('whoever starts it', () => {
  test.skipIf(!isRoot)('root has it run as a user that nothing else runs as', async () => {
    const folder = newFolder()
    const server = await startEmbedded({ folder, ...quick })

    const { uid } = statSync(`/proc/${serverPid(folder)}`)
    expect([0, NOBODY]).not.toContain(uid)
    expect(statSync(join(folder, 'cluster')).uid).toBe(uid)
    expect(await systemUser(DATABASE_USER)).toMatchObject({ uid })
    await server.stop()
  })

  test('where no user can be made there is none, and none is taken that somebody signs in as', async () => {
    expect(await systemUser('leadroom-nobody-makes', '/nowhere')).toBeUndefined()
    expect(await systemUser('root', '/nowhere')).toBeUndefined()
  })

  test.skipIf(!isRoot)('an ordinary user runs it, and root may carry on with that data folder', async () => {
    const parent = newFolder()
    await mkdir(parent)
    const { module, node } = await copyCheckout(parent, 0o755)
    const folder = join(parent, 'theirs')
    await mkdir(folder)
    await chown(folder, SOMEBODY, SOMEBODY)

    const starter = await startInProcess({ folder, module, node, uid: SOMEBODY })
    expect(statSync(`/proc/${serverPid(folder)}`).uid).toBe(SOMEBODY)
    await query(starter.url, 'create table kept as select 1 as one')
    await starter.stop()
    await rm(join(folder, 'database-key'))

    const server = await startEmbedded({ folder, ...quick })
    expect(statSync(`/proc/${serverPid(folder)}`).uid).toBe(SOMEBODY)
    expect(await query(server.url('postgres'), 'select one from kept')).toEqual([{ one: 1 }])
    await server.stop()
    const again = await startInProcess({ folder, module, node, uid: SOMEBODY })
    expect(await query(again.url, 'select one from kept')).toEqual([{ one: 1 }])
    await again.stop()
  })

  test.skipIf(!isRoot)('a data folder that root brought back from a copy is given to the server again', async () => {
    const folder = newFolder()
    const restored = newFolder()
    const before = await startEmbedded({ folder, ...quick })
    await query(before.url('postgres'), 'create table kept as select 1 as one')
    await before.stop()
    await cp(folder, restored, { recursive: true })

    const server = await startEmbedded({ folder: restored, ...quick })

    expect(await query(server.url('postgres'), 'select one from kept')).toEqual([{ one: 1 }])
    await server.stop()
  })
})

import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startInProcess } from '#server/test/checkout.ts'
import { dataFolders, isRoot, isStopped, query, quick, serverPid } from '#server/test/embedded.ts'
import { startEmbedded } from './embedded.ts'

const newFolder = await dataFolders()

describe('after a crash', () => {
  test('the server that a killed process left behind is taken over, and stopped in the end', async () => {
    const folder = newFolder()
    const killed = await startInProcess({ folder })
    const pid = serverPid(folder)
    await killed.kill()
    expect(serverPid(folder)).toBe(pid)

    const server = await startEmbedded({ folder, ...quick })

    expect(serverPid(folder)).toBe(pid)
    expect(await query(server.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(isStopped(folder)).toBe(true)
  })

  test('a start right after everything was killed brings back what was committed', async () => {
    const folder = newFolder()
    for (let round = 1; round <= 3; round += 1) {
      const starter = await startInProcess({ folder, careful: true })
      await query(starter.url, `create table kept_${round} as select 1 as one`)
      const sleeper = query(starter.url, 'select pg_sleep(60)').catch(() => {})
      process.kill(serverPid(folder), 'SIGKILL')
      await starter.kill()

      const server = await startEmbedded({ folder })
      // On a busy machine the killed server's last breath can cost the first connections; clients connect again.
      const kept = () => query(server.url('postgres'), `select one from kept_${round}`).catch(() => undefined)
      await expect.poll(kept).toEqual([{ one: 1 }])
      await server.stop()
      await sleeper
    }
  })

  test('a pid file whose process is gone does not stop it', async () => {
    const folder = await stoppedServer()
    await writePidFile(folder, 4_000_000)

    const server = await startEmbedded({ folder, ...quick })

    expect(await query(server.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  test('a pid file that names a stranger who came later neither stops it nor harms him', async () => {
    const folder = await stoppedServer()
    const { uid, gid } = statSync(join(folder, 'cluster'))
    const stranger = spawn('sleep', ['60'], isRoot ? { uid, gid } : {})
    await writePidFile(folder, stranger.pid!)

    const server = await startEmbedded({ folder, ...quick })

    expect(await query(server.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(stranger.exitCode).toBeNull()
    stranger.kill()
  })

  async function stoppedServer(): Promise<string> {
    const folder = newFolder()
    await (await startEmbedded({ folder, ...quick })).stop()
    return folder
  }

  async function writePidFile(folder: string, pid: number): Promise<void> {
    const lines = [pid, join(folder, 'cluster'), 1, 5432, join(folder, 'socket'), '', '  1 1', 'ready   ']
    const file = join(folder, 'cluster', 'postmaster.pid')
    await writeFile(file, `${lines.join('\n')}\n`)
    const { uid, gid } = statSync(join(folder, 'cluster'))
    if (isRoot) await chown(file, uid, gid)
  }
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startInProcess } from '#server/test/checkout.ts'
import { dataFolders, query, quick } from '#server/test/embedded.ts'
import { startEmbedded } from './embedded.ts'

const newFolder = await dataFolders()

describe('data are never lost to a start', () => {
  test('a folder of another major version is refused with a sentence, and left as it is', async () => {
    const folder = newFolder()
    await (await startEmbedded({ folder, ...quick })).stop()
    await writeFile(join(folder, 'cluster', 'PG_VERSION'), '15\n')
    const before = await readdir(join(folder, 'cluster'), { recursive: true })

    const refusal = startEmbedded({ folder, ...quick })

    await expect(refusal).rejects.toThrow(
      /was written by PostgreSQL 15, and this is PostgreSQL 18. Nothing was changed./,
    )
    expect(await readdir(join(folder, 'cluster'), { recursive: true })).toEqual(before)
  })

  test('a folder with files that are no database is refused, and left as it is', async () => {
    const folder = newFolder()
    await mkdir(join(folder, 'cluster'), { recursive: true })
    await writeFile(join(folder, 'cluster', 'base.txt'), 'precious')

    await expect(startEmbedded({ folder, ...quick })).rejects.toThrow('not a PostgreSQL data folder')
    expect(await readFile(join(folder, 'cluster', 'base.txt'), 'utf8')).toBe('precious')
  })

  test('a first start that was killed half-way leaves nothing that a second one trips over', async () => {
    const folder = newFolder()
    const starting = startInProcess({ folder }).catch(() => undefined)
    await expect
      .poll(() => existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('cluster.new-')))
      .toBe(true)
    expect(existsSync(join(folder, 'cluster'))).toBe(false)
    for (const pid of processesOn(folder)) process.kill(pid, 'SIGKILL')
    await starting

    const lines: string[] = []
    const server = await startEmbedded({ folder, ...quick, log: (line) => lines.push(line) })

    expect(await query(server.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
    expect(lines.join()).toContain('incomplete')
    expect(readdirSync(folder).filter((name) => name.startsWith('cluster.new-'))).toHaveLength(1)
    await server.stop()
  })

  const processesOn = (folder: string): number[] =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .filter(
        (name) => existsSync(`/proc/${name}/cmdline`) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(folder),
      )
      .map(Number)
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { databaseUrl } from './database.ts'

interface Ended {
  /** 0 where all was well. */
  code: number | null
  /** What it has said, on either stream. */
  said: string
}

/** A command of the product, as people type it, on a database of the tests. */
export const command = async (
  name: 'backup' | 'restore' | 'check-totals' | 'check-storage' | 'verify' | 'demo' | 'restore-admin',
  database: string,
  args: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
): Promise<Ended> => {
  const child = spawn(process.execPath, [`server/app/${name}.ts`, ...args], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', ...settings, DATABASE_URL: databaseUrl(database) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = await once(child, 'close')
  return { code, said }
}

import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/db/embedded.ts'
import { temporaryFolder } from '../../scripts/temporary.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the database `postgres` of the run's own server, as its superuser. */
    databaseServer: string
  }
}

const THROWAWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  // No test hangs on when the server gets round to looking at its tables.
  autovacuum: 'off',
}

/** Starts a server for this run alone and takes it away again at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const binaries = process.env.LEADROOM_TEST_BINARIES
  const folder = temporaryFolder('test')
  // Roles are the whole server's, and each program that a test starts gives them passwords of its own secret: here none counts.
  const hba_file = join(folder, 'trusting.conf')
  await writeFile(hba_file, 'local all all trust\n')
  const server = await startEmbedded({
    folder,
    settings: { ...THROWAWAY, hba_file },
    ...(binaries ? { binaries } : {}),
  })
  project.provide('databaseServer', server.url('postgres').replace(`:${server.passwordOf('postgres')}@`, '@'))

  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

import { rm } from 'node:fs/promises'
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
  const server = await startEmbedded({ folder, settings: THROWAWAY, ...(binaries ? { binaries } : {}) })
  project.provide('databaseServer', server.url('postgres'))

  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

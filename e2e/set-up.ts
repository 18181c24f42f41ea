import { rm } from 'node:fs/promises'
import { ensureBuilt } from '../scripts/build.mjs'
import { newFolder, startServer } from './server.ts'

/** Once before the browser tests: the web app is built, and the demo is made that each of their servers has a copy of. */
// oxlint-disable-next-line import/no-default-export -- Playwright's global set-up is one.
export default async () => {
  await ensureBuilt(process.execPath)
  const demo = newFolder()
  const { stop } = await startServer(demo)
  await stop()
  process.env['E2E_DEMO'] = demo
  return () => rm(demo, { recursive: true, force: true })
}

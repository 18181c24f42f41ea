import { randomBytes } from 'node:crypto'
import { startTestApp } from './app.ts'
import { nodesOn } from './program.ts'

/** A database of its own with an app of this process on it, and nodes that are processes of their own and may be killed. */
export const openPlace = async (own: Record<string, string> = {}) => {
  const settings = { LEADROOM_SECRET: randomBytes(32).toString('base64url'), LOG_LEVEL: 'silent', ...own }
  const app = await startTestApp(settings)
  const { start, kill } = nodesOn(app.database, settings)
  const close = async () => {
    kill()
    await app.stop()
  }
  return { app, start, close }
}
export type Place = Awaited<ReturnType<typeof openPlace>>

import { ensureBuilt } from './build.mjs'
import { ensureInstalled, run, say } from './install.mjs'
import { SERVER_ENV, SERVER_FLAGS } from './server-flags.mjs'

// npm start: installs and builds what is missing, then serves.

const node = await ensureInstalled()
await ensureBuilt(node)
say('Starting Leadroom')
process.exitCode = await run(node, [...SERVER_FLAGS, 'server/app/main.ts'], { env: SERVER_ENV, forward: true })

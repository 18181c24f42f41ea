import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { run } from './install.mjs'

// The product as a newcomer starts it, on a demo data folder that is new for each worker of the browser tests.

const folder = mkdtempSync('/tmp/leadroom-e2e-')
chmodSync(folder, 0o711) // root's database runs as somebody else, who has to pass
const env = { LEADROOM_DATA: folder, LEADROOM_DEMO: 'on', LOG_LEVEL: 'warn', NODE_ENV: 'development', DATABASE_URL: '' }
process.exitCode = await run(process.execPath, ['server/app/main.ts'], { env, forward: true })
rmSync(folder, { recursive: true, force: true })

import { spawn } from 'node:child_process'
import { COMPILED, ensureInstalled, passSignalsTo, root, say } from './install.mjs'

// npm run dev: the server restarts and the page reloads as files change. Open the address that vite prints.

const node = await ensureInstalled()
say('Starting the server and vite; both reload on change')

const children = [['--watch', '--watch-preserve-output', 'server/app/main.ts'], ['node_modules/vite/bin/vite.js']].map(
  (args) => spawn(node, args, { cwd: root, env: { ...COMPILED, ...process.env }, stdio: 'inherit', detached: true }),
)

const pass = passSignalsTo(...children)
for (const child of children) child.on('exit', () => pass('SIGTERM'))

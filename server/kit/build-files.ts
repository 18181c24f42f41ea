import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

/** What the build packs a file in beside the file itself, the best first. */
const SUFFIXES = { br: '.br', gzip: '.gz' } as const
const PACKINGS = ['br', 'gzip'] as const
export type Packing = (typeof PACKINGS)[number]

/** A file as it goes out. */
export interface Served {
  type: string
  bytes: Buffer
  /** Names the bytes, for who has them already. */
  tag: string
  packing: Packing | undefined
  /** Whether others may be given another form. */
  hasForms: boolean
}

/** Many times what a build is made of. */
const MOST_BYTES = 64 * 1024 * 1024
const LOOKS_EVERY_MS = 1_000

/**
 * The files that vite built, beside its page. Each form of one is read once, when it is first asked for, and kept: however many
 * ask, no other file is opened. An unknown name has the folder looked at again, for a newer build, once a second at most.
 */
export const openBuildFiles = (folder: string) => {
  let names = namesIn(folder)
  let looked = performance.now()
  let kept = keepForms(folder)

  const isThere = (name: string) => {
    if (names.has(name)) return true
    if (performance.now() - looked < LOOKS_EVERY_MS) return false
    looked = performance.now()
    const now = namesIn(folder)
    if (now.symmetricDifference(names).size > 0) kept = keepForms(folder)
    names = now
    return names.has(name)
  }

  return {
    /** The path of each below the folder. */
    names: () => [...names].filter((name) => !isPacked(name)),

    /** The file in the best form that the reader takes; undefined when there is none of that name. */
    async find(name: string, takes: (packing: Packing) => boolean): Promise<Served | undefined> {
      if (isPacked(name) || !isThere(name)) return undefined
      const forms = PACKINGS.filter((packing) => names.has(name + SUFFIXES[packing]))
      const packing = forms.find(takes)
      const form = await kept(packing ? name + SUFFIXES[packing] : name)
      const type = TYPES[extname(name)] ?? 'application/octet-stream'
      return form && { ...form, type, packing, hasForms: forms.length > 0 }
    },
  }
}

type Form = Pick<Served, 'bytes' | 'tag'>

/** Reads each file once, also when several ask at once; past the most that is kept it begins anew. */
const keepForms = (folder: string) => {
  const forms = new Map<string, Promise<Form | undefined>>()
  let held = 0

  const read = async (name: string) => {
    const bytes = await readFile(join(folder, name))
    if (held + bytes.length > MOST_BYTES) {
      forms.clear()
      held = 0
    }
    held += bytes.length
    return { bytes, tag: `W/"${createHash('sha256').update(bytes).digest('base64url')}"` }
  }
  // A newer build may be about to take the place of this one.
  const absent = (error: Error) => {
    if ('code' in error && error.code === 'ENOENT') return undefined
    throw error
  }

  return (name: string) => {
    const known = forms.get(name)
    if (known) return known
    const form = read(name).catch(absent)
    forms.set(name, form)
    form.then(
      (found) => found ?? forms.delete(name),
      () => forms.delete(name),
    )
    return form
  }
}

const isPacked = (name: string) => Object.values(SUFFIXES).some((suffix) => name.endsWith(suffix))

const namesIn = (folder: string): ReadonlySet<string> => {
  if (!existsSync(folder)) return new Set()
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
  return new Set(paths.filter((path) => path !== 'index.html'))
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}

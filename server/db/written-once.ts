import {
  closeSync,
  fchownSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/**
 * What the file holds; where there is none it is made of this text, for the owner of its folder alone. It has its name only when all
 * of it is on the disk, and two that make it at once agree on one.
 */
export function writtenOnce(file: string, make: () => string): string {
  const written = textOf(file)
  if (written !== undefined) return written
  const draft = `${file}.${process.pid}`
  rmSync(draft, { force: true })
  writeWhole(draft, make())
  try {
    linkSync(draft, file)
    syncFolder(dirname(file))
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file, 'utf8')
}

function writeWhole(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    writeSync(descriptor, text)
    // Root may work in somebody's folder, who is to go on without root.
    const { uid, gid } = statSync(dirname(file))
    if (process.getuid?.() === 0) fchownSync(descriptor, uid, gid)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error
    return undefined
  }
}

const isCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code

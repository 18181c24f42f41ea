import { mkdir, open, readFile, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Anchor } from './seal.ts'

/** Where anchors are kept: outside the database, so that whoever rewrites it cannot rewrite them. */
export type KeepAnchor = (anchor: Anchor) => Promise<void>

/**
 * Adds each anchor to a file, on the disk before it counts; where the file cannot be written, and where none is wanted,
 * the anchor goes to the log.
 */
export const anchorsIn =
  (file: string | undefined, toLog: (anchor: Anchor) => void): KeepAnchor =>
  async (anchor) => {
    if (file === undefined) return toLog(anchor)
    try {
      await mkdir(dirname(file), { recursive: true })
      const handle = await open(file, 'a+', 0o600)
      try {
        await handle.appendFile(`${await lineBreakFor(handle)}${JSON.stringify(anchor)}\n`)
        await handle.sync()
      } finally {
        await handle.close()
      }
    } catch {
      toLog(anchor)
    }
  }

/** Ends the line that a power cut left half written, so that it takes no other one with it. */
const lineBreakFor = async (handle: FileHandle) => {
  const { size } = await handle.stat()
  if (size === 0) return ''
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer.toString() === '\n' ? '' : '\n'
}

/** The anchors of a file by company; none when there is no file. A line that a power cut left half written is passed over. */
export const readAnchors = async (file: string): Promise<ReadonlyMap<number, Anchor[]>> => {
  const text = await readFile(file, 'utf8').catch(() => '')
  return Map.groupBy(text.split('\n').flatMap(anchorIn), ({ company }) => company)
}

const anchorIn = (line: string): Anchor[] => {
  const [, company, seal, link, at] =
    /^\{"company":(\d+),"seal":(\d+),"link":"([0-9a-f]{64})","at":"([^"]+)"\}$/.exec(line) ?? []
  if (company === undefined || seal === undefined || link === undefined || at === undefined) return []
  return [{ company: Number(company), seal: Number(seal), link, at }]
}

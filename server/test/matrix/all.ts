import { expect } from 'vitest'
import type { Endpoint } from '#contract/kit/endpoint.ts'

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Runs the check for each, and tells all that are wrong together. */
export const all = async <T>(list: readonly T[], check: (item: T) => Promise<string | undefined | false>) => {
  const wrong: string[] = []
  for (const item of list) {
    const reason = await check(item)
    if (reason) wrong.push(reason)
  }
  expect(wrong.length > 8 ? [...wrong.slice(0, 8), `and ${wrong.length - 8} more`] : wrong).toEqual([])
}

/** The tables whose digest is another; undefined when none is. */
export const changed = (before: Record<string, string>, after: Record<string, string>, who: string) => {
  const tables = Object.keys(after).filter((table) => before[table] !== after[table])
  return tables.length > 0 ? `${who}: changed ${tables.join(', ')}` : undefined
}

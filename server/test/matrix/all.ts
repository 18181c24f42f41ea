import { expect } from 'vitest'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { everything } from '../../../scripts/scope.mjs'

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Runs the check for each, and tells all that are wrong together. */
export const all = async <T>(
  list: readonly T[],
  check: (item: T, at: number) => Promise<string | undefined | false>,
) => {
  const wrong: string[] = []
  for (const [at, item] of list.entries()) {
    const reason = await check(item, at)
    if (reason) wrong.push(reason)
  }
  expect(wrong.length > 8 ? [...wrong.slice(0, 8), `and ${wrong.length - 8} more`] : wrong).toEqual([])
}

/**
 * What is tried at the endpoint of this place: everything has all the variants at each; the gate a few at each, in turn,
 * so that each variant is tried at many.
 */
export const inTurn = <T>(variants: readonly T[], at: number, few: number): readonly T[] =>
  everything ? variants : Array.from({ length: few }, (_, next) => variants[(at * few + next) % variants.length]!)

/** The tables whose digest is another; undefined when none is. */
export const changed = (before: Record<string, string>, after: Record<string, string>, who: string) => {
  const tables = Object.keys(after).filter((table) => before[table] !== after[table])
  return tables.length > 0 ? `${who}: changed ${tables.join(', ')}` : undefined
}

import type { PersonRef } from '#contract/kit/endpoint.ts'

/** The colleagues whom a comment can mention. */
export interface Colleagues {
  /** What stands behind the @ at the cursor; undefined: nobody is looked for. */
  sought: string | undefined
  seek: (name: string | undefined) => void
  found: readonly PersonRef[]
}

/** Where nobody can be mentioned. */
export const NOBODY: Colleagues = { sought: undefined, seek: () => {}, found: [] }

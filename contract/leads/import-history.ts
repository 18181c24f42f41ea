import type { Act, Entity } from '#contract/kit/history.ts'

/** What the jobs of an import do without a call. */
export const acts = {
  run: { did: 'Imported *', undo: 'never' },
} as const satisfies Readonly<Record<string, Act>>

export const entities = {
  imports: {
    noun: { one: 'import', many: 'imports' },
    undo: { never: 'An import is undone as a whole on its page, with Revert import.' },
  },
} as const satisfies Readonly<Record<string, Entity>>

import type { Act, Entity } from '#contract/kit/history.ts'

/** What brings products into the catalogue. */
export const acts = {
  add: { did: 'Added *', undo: 'never' },
} as const satisfies Readonly<Record<string, Act>>

export const entities = {
  products: { noun: { one: 'product', many: 'products' }, undo: 'undoable' },
} as const satisfies Readonly<Record<string, Entity>>

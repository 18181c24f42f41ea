import type { Act } from '#contract/kit/history.ts'

export const acts = {
  move: { did: 'Changed the address of a feed of * to where it has moved', undo: 'competitor_sites_edit' },
} as const satisfies Readonly<Record<string, Act>>

import type { Act } from '#contract/kit/history.ts'

/** What fills the demo companies. */
export const demo = {
  fill: { did: 'Set up * for the demo', undo: 'never' },
} as const satisfies Readonly<Record<string, Act>>

/** What the commands of the server do to people. */
export const people = {
  restoreAdmin: { did: 'Made * an administrator, on the server', undo: 'never' },
} as const satisfies Readonly<Record<string, Act>>

/** What the parent app brings when somebody signs in through it. */
export const parent = {
  tell: { did: 'Updated * from the parent app', undo: 'never' },
} as const satisfies Readonly<Record<string, Act>>

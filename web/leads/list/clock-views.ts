import type { View } from '#web/kit/list/list.ts'

/** The leads of a list whose time has run out, or will soon. */
export const CLOCK_VIEWS: readonly View[] = [
  {
    key: 'overdue',
    label: 'Overdue',
    params: { clock: 'overdue' },
    empty: { title: 'Nothing is overdue', text: 'A lead whose time has run out appears here.' },
  },
  {
    key: 'due-soon',
    label: 'Due soon',
    params: { clock: 'due_soon' },
    empty: { title: 'Nothing is due soon', text: 'A lead with less than an hour of working time left appears here.' },
  },
]

/** Whom one wanted to come back to, the earliest day first. */
export const FOLLOW_UP_ORDER = { sort: 'follow_up_on', order: 'asc' } as const

/** What is overdue before what has least time left; what has no time to keep comes after both. */
export const MOST_URGENT = { sort: 'due_at', order: 'asc' } as const

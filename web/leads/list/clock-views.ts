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
    empty: { title: 'Nothing is due soon', text: 'A lead whose time runs out within the hour appears here.' },
  },
]

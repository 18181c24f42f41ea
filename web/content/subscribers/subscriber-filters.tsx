import { SUBSCRIBER_STATUSES } from '#contract/content/subscribers.ts'
import { optionsOf, type Filter } from '#web/kit/list/list.ts'
import { formats } from '#web/kit/look/format.ts'
import { SOURCE_LABELS, STATUS_WORDS } from './subscriber-words.tsx'

/** Since when they have their status is offered where a view asks for it. */
export const subscriberFilters = (list: { get: (name: string) => string | undefined }): readonly Filter[] =>
  list.get(SINCE.name) === undefined ? FILTERS : [...FILTERS, SINCE]

const FILTERS: readonly Filter[] = [
  {
    kind: 'many',
    name: 'status',
    label: 'Status',
    options: SUBSCRIBER_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value].label })),
  },
  { kind: 'many', name: 'source', label: 'Source', options: optionsOf(SOURCE_LABELS) },
  { kind: 'days', label: 'Date' },
]

const DAYS = [7, 30, 90]

const SINCE = {
  kind: 'made',
  name: 'status_from',
  label: 'Status since',
  inWords: (day) => formats().writeDay(day),
  panel: ({ values: [chosen], onChange }) => (
    <div className="day-choices">
      {DAYS.map((days) => {
        const day = formats().day(1 - days)
        return (
          <button
            key={days}
            type="button"
            className="day-choice"
            aria-pressed={chosen === day}
            onClick={() => onChange([day])}
          >
            Last {days} days
          </button>
        )
      })}
    </div>
  ),
} as const satisfies Filter

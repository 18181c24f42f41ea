import { Button } from 'antd'
import { changes, type FieldChange, type RecentChange } from '#contract/platform/changes.ts'
import type { Question } from '#contract/leads/checklist.ts'
import { configuration } from '#contract/leads/configuration.ts'
import { sentenceOf, useOlder, useOne } from '#web/kit/data/api.ts'
import { EmptyValue } from '#web/kit/look/EmptyValue.tsx'
import { formats } from '#web/kit/look/format.ts'
import { valueWords } from './change-values.ts'
import { capitalised } from './change-words.ts'

/** What an act changed, field by field, some rows at a time. */
export const ChangeFields = ({ change: { change_set, rows: total } }: { change: RecentChange }) => {
  const { rows, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useOlder(
    changes.fields,
    { params: { changeSet: change_set }, query: {} },
    { cursor: 'after' },
  )
  if (isPending) return <p className="change-note">Loading fields</p>
  if (isError)
    return (
      <p className="change-note">
        {sentenceOf(error)}{' '}
        <Button type="link" size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  if (rows.length === 0) return <p className="change-note">You don’t have access to the rows it changed.</p>
  const shown = Map.groupBy(rows, ({ entity, entity_id }) => `${entity} ${entity_id}`)
  return (
    <div className="change-fields">
      {[...shown].map(([key, fields]) => (
        <RowFields key={key} fields={fields} />
      ))}
      {hasNextPage && (
        <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more of {formats().number(total)} rows
        </Button>
      )}
    </div>
  )
}

const RowFields = ({ fields }: { fields: readonly FieldChange[] }) => {
  const [first] = fields
  if (!first) return null
  const isNew = first.verb === 'created'
  const isGone = first.verb === 'deleted'
  return (
    <table>
      <caption>
        {capitalised(first.noun)}
        {first.of && ` of ${first.of}`} {DONE[first.verb]}
      </caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Field</th>
          {!isNew && <th scope="col">Before</th>}
          {!isGone && <th scope="col">After</th>}
        </tr>
      </thead>
      <tbody>
        {fields.filter(isTelling).map(({ entity, field, name, old, new: now }) => (
          <tr key={field}>
            <th scope="row">{capitalised(name)}</th>
            {!isNew && (
              <td>
                <Value entity={entity} field={field} value={old} />
              </td>
            )}
            {!isGone && (
              <td>
                {!isNew && <span aria-hidden>→ </span>}
                <Value entity={entity} field={field} value={now} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Which verdict a lead has is told by the verdict itself, a row of the same act. */
const isTelling = ({ field }: FieldChange) => field !== 'verdict_id'

const DONE: Readonly<Record<string, string>> = { created: 'added', updated: '', deleted: 'removed' }

interface ValueProps {
  entity: string
  field: string
  value: unknown
}

const Value = ({ entity, field, value }: ValueProps) => {
  const told = valueWords(entity, field, value)
  if (told !== undefined && told !== '') return <span className="change-value">{told}</span>
  if (value === null || value === undefined || value === '') return <EmptyValue />
  if (Array.isArray(value) && value.length === 0) return <EmptyValue />
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return field === 'calendar_id' ? <CalendarName id={value} /> : formats().number(value)
  if (isQuestions(value)) return <QuestionLines questions={value} />
  if (typeof value !== 'string') return <span className="change-value">{linesOf(value).join('\n')}</span>
  return <span className="change-value">{timeWords(value) ?? value}</span>
}

const CalendarName = ({ id }: { id: number }) => {
  const { data } = useOne(configuration.workingTime, {})
  if (!data) return formats().number(id)
  return data.data.calendars.find((each) => each.id === id)?.name ?? 'A removed calendar'
}

/** What is kept in parts, part by part: one line for each of several. */
const linesOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap((each) => linesOf(each).join(', '))
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.entries(value)
    .filter(([, part]) => part !== null && part !== '')
    .map(([part, of]) => `${capitalised(part.replaceAll('_', ' '))}: ${linesOf(of).join(', ')}`)
}

const isQuestions = (value: unknown): value is Question[] =>
  Array.isArray(value) && value.every((each: unknown) => typeof Object(each).question === 'string')

const QuestionLines = ({ questions }: { questions: readonly Question[] }) => (
  <span className="change-value change-lines">
    {questions.map(({ question, blocking }) => (blocking ? `${question} (needs a yes)` : question)).join('\n')}
  </span>
)

const timeWords = (text: string) => {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return formats().dateTime(text)
  return /^\d{4}-\d\d-\d\d$/.test(text) ? formats().writeDay(text) : undefined
}

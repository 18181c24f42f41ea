import { Button } from 'antd'
import { changes, type FieldChange, type RecentChange } from '#contract/platform/changes.ts'
import { sentenceOf, useOlder } from '#web/kit/data/api.ts'
import { EmptyValue } from '#web/kit/look/EmptyValue.tsx'
import { formats } from '#web/kit/look/format.ts'
import { capitalised, valueWords, type ChangeWords } from './change-words.ts'

interface ChangeFieldsProps {
  change: RecentChange
  words: ChangeWords
}

/** What an act changed, field by field, some rows at a time. */
export const ChangeFields = ({ change: { change_set, rows: total }, words }: ChangeFieldsProps) => {
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
        <RowFields key={key} fields={fields} words={words} />
      ))}
      {hasNextPage && (
        <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more of {formats().number(total)} rows
        </Button>
      )}
    </div>
  )
}

const RowFields = ({ fields, words }: { fields: readonly FieldChange[]; words: ChangeWords }) => {
  const [first] = fields
  if (!first) return null
  const isNew = first.verb === 'created'
  const isGone = first.verb === 'deleted'
  return (
    <table>
      <caption>{captionOf(first, words)}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Field</th>
          {!isNew && <th scope="col">Before</th>}
          {!isGone && <th scope="col">After</th>}
        </tr>
      </thead>
      <tbody>
        {fields
          .filter(({ field }) => !words.hidden.includes(field))
          .map(({ entity, field, name, old, new: now }) => (
            <tr key={field}>
              <th scope="row">{capitalised(name)}</th>
              {!isNew && (
                <td>
                  <Value words={words} entity={entity} field={field} value={old} />
                </td>
              )}
              {!isGone && (
                <td>
                  {!isNew && <span aria-hidden>→ </span>}
                  <Value words={words} entity={entity} field={field} value={now} />
                </td>
              )}
            </tr>
          ))}
      </tbody>
    </table>
  )
}

/** "Lead Ada Novak", "Ada Novak: comment added" */
const captionOf = ({ entity, noun, of, label, verb }: FieldChange, { names }: ChangeWords) => {
  const row = [noun, label && (names[entity]?.(label) ?? label), DONE[verb]].filter(Boolean).join(' ')
  return of === null ? capitalised(row) : `${of}: ${row}`
}

const DONE: Readonly<Record<string, string>> = { created: 'added', updated: '', deleted: 'removed' }

interface ValueProps {
  words: ChangeWords
  entity: string
  field: string
  value: unknown
}

const Value = ({ words, entity, field, value }: ValueProps) => {
  const told = valueWords(words, entity, field, value)
  const Id = words.ids[field]
  if (told !== undefined && told !== '') return <span className="change-value">{told}</span>
  if (value === null || value === undefined || value === '') return <EmptyValue />
  if (Array.isArray(value) && value.length === 0) return <EmptyValue />
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return Id ? <Id id={value} /> : formats().number(value)
  if (typeof value !== 'string') return <span className="change-value">{linesOf(value).join('\n')}</span>
  return <span className="change-value">{timeWords(value) ?? value}</span>
}

/** What is kept in parts, part by part: one line for each of several. */
const linesOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap((each) => linesOf(each).join(', '))
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.entries(value)
    .filter(([, part]) => part !== null && part !== '')
    .map(([part, of]) => `${capitalised(part.replaceAll('_', ' '))}: ${linesOf(of).join(', ')}`)
}

const timeWords = (text: string) => {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return formats().dateTime(text)
  return /^\d{4}-\d\d-\d\d$/.test(text) ? formats().writeDay(text) : undefined
}

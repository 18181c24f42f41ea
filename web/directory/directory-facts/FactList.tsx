import { CopyOutlined, PushpinFilled, PushpinOutlined, RollbackOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId, type ReactNode } from 'react'
import type { Sourced } from '#contract/directory/directory-values.ts'
import { copyText } from '#web/kit/feedback/copy.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { formats } from '#web/kit/look/format.ts'
import { valueWords } from './directory-words.ts'
import type { FactActs, ShownFact } from './facts.ts'
import { Source, SourceLegend } from './Source.tsx'
import './facts.css'

interface FactListProps<Field extends string> {
  facts: readonly ShownFact<Field>[]
  /** Undefined for people who may only read. */
  acts: FactActs<Field> | undefined
  /** A value that is more than its text: a link, a status beside it. */
  renderValue?: (field: Field, value: string) => ReactNode
  /** The field that C copies. */
  copied?: Field
  /** Rows that are no facts of their own, after them. */
  children?: ReactNode
}

/** Each value with where it comes from, and the others that there are for it. */
export const FactList = <Field extends string>({ facts, children, ...row }: FactListProps<Field>) => {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <header className="facts-head">
        <h3 id={heading}>Facts</h3>
        <SourceLegend />
      </header>
      <dl className="facts">
        {facts.map((fact) => (
          <FactRow key={fact.field} {...fact} {...row} />
        ))}
        {children}
      </dl>
    </section>
  )
}

type FactRowProps<Field extends string> = ShownFact<Field> & Omit<FactListProps<Field>, 'facts' | 'children'>

const FactRow = <Field extends string>({ field, label, fact, acts, renderValue, copied }: FactRowProps<Field>) => {
  const { value, from, pinned, others } = fact
  const words = value === null ? null : valueWords(field, value)
  return (
    <div className="fact" data-fact={field}>
      <dt>{label}</dt>
      <dd className="fact-said">
        <div>
          <span className="fact-line">
            <span className="fact-value">
              {orEmpty(value !== null && renderValue ? renderValue(field, value) : words)}
            </span>
            {pinned && (
              <span className="fact-pin" title="Pinned: what comes in does not change it">
                <PushpinFilled aria-hidden />
                <span className="sr-only">pinned</span>
              </span>
            )}
            {others.length > 0 && <span className="fact-many">{formats().number(others.length + 1)} values</span>}
          </span>
          {from && <Source from={from} />}
          {others.map((other) => (
            <OtherValue key={other.value} field={field} label={label} other={other} use={acts?.use} />
          ))}
        </div>
        <span className="fact-acts">
          {acts && from?.source === 'person' && (
            <Button
              type="text"
              size="small"
              className="fact-quiet"
              icon={<RollbackOutlined aria-hidden />}
              aria-label={`Show what came in for ${label.toLowerCase()}`}
              title="Show what came in"
              onClick={() => acts.leave(field)}
            />
          )}
          {acts && value !== null && (
            <Button
              type="text"
              size="small"
              className="fact-quiet"
              icon={pinned ? <PushpinFilled aria-hidden /> : <PushpinOutlined aria-hidden />}
              aria-label={pinned ? `Unpin ${label.toLowerCase()}` : `Pin ${label.toLowerCase()}`}
              aria-pressed={pinned}
              aria-keyshortcuts="P"
              onClick={() => acts.pin(field, !pinned)}
            />
          )}
          {words !== null && <CopyValue label={label} text={value ?? words} shown={words} isMain={field === copied} />}
        </span>
      </dd>
    </div>
  )
}

interface OtherValueProps<Field extends string> {
  field: Field
  label: string
  other: Sourced['others'][number]
  use: FactActs<Field>['use'] | undefined
}

const OtherValue = <Field extends string>({ field, label, other: { value, from }, use }: OtherValueProps<Field>) => {
  const words = valueWords(field, value)
  return (
    <div className="fact-other">
      <span>
        <span className="fact-other-value">{words}</span>
        <Source from={from} />
      </span>
      {use && (
        <Button size="small" onClick={() => use(field, value)}>
          Use this
          <span className="sr-only">
            {' '}
            {label.toLowerCase()}: {words}
          </span>
        </Button>
      )}
    </div>
  )
}

interface CopyValueProps {
  label: string
  text: string
  shown: string
  isMain: boolean
}

const CopyValue = ({ label, text, shown, isMain }: CopyValueProps) => (
  <>
    <Button
      type="text"
      size="small"
      className={isMain ? '' : 'fact-quiet'}
      icon={<CopyOutlined aria-hidden />}
      aria-label={`Copy ${label.toLowerCase()}`}
      {...(isMain && { 'aria-keyshortcuts': 'C' })}
      onClick={() => void copyValue(text, shown)}
    />
    {isMain && <Kbd>C</Kbd>}
  </>
)

export const copyValue = (text: string, shown = text) =>
  copyText(text, { done: `Copied ${shown}`, failed: `${shown} was not copied. Mark it and copy it.` })

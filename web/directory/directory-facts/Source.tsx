import { Link } from 'react-router'
import type { From } from '#contract/directory/directory-values.ts'
import { formats } from '#web/kit/look/format.ts'
import './source.css'

/** A colleague has set it, or has checked the lead that says so; all else came in. */
export const isByPerson = ({ source }: Pick<From, 'source'>) => source === 'person' || source === 'verdict'

/** Filled: by a person. A ring: by what came in. */
export const SourceDot = ({ byPerson }: { byPerson: boolean }) => (
  <span className={byPerson ? 'source-dot source-dot-person' : 'source-dot'} aria-hidden />
)

/** Where a value comes from, and since when; it opens what says so, unless it stands in something that is pressed itself. */
export const Source = ({ from, opens = true }: { from: From; opens?: boolean }) => {
  const words = `${from.label}, ${formats().date(from.at)}`
  return (
    <span className="source">
      <SourceDot byPerson={isByPerson(from)} />
      {opens && from.link !== null ? <Link to={from.link}>{words}</Link> : <span>{words}</span>}
    </span>
  )
}

/** A value in a list with the dot of its source; the words are for the pointer and for readers. */
export const DottedValue = ({ value, byPerson }: { value: string; byPerson: boolean }) => {
  const words = byPerson ? 'By a person' : 'By intake'
  return (
    <span className="dotted-value" title={`${value}, ${words.toLowerCase()}`}>
      <SourceDot byPerson={byPerson} />
      <span className="cut">{value}</span>
      <span className="sr-only">, {words.toLowerCase()}</span>
    </span>
  )
}

export const SourceLegend = () => (
  <span className="source-legend">
    <span>
      <SourceDot byPerson /> By a person
    </span>
    <span>
      <SourceDot byPerson={false} /> By intake
    </span>
  </span>
)

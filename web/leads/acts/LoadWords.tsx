import { MOST_COUNTED, type Load } from '#contract/leads/lookups.ts'
import { formats } from '#web/kit/look/format.ts'

/** What somebody has to do already, and whether they are there: "12 open · 3 overdue · Away until 3 Dec 2026". */
export const LoadWords = ({ load }: { load: Load | undefined }) => {
  if (!load) return null
  const { open, overdue, absence } = load
  return (
    <span className="load">
      <span>{countWords(open)} open</span>
      {overdue > 0 && <span className="load-overdue"> · {countWords(overdue)} overdue</span>}
      {absence && <span className="load-absence"> · {absenceWords(absence)}</span>}
    </span>
  )
}

const countWords = (count: number) => `${formats().number(count)}${count >= MOST_COUNTED ? '+' : ''}`

const absenceWords = ({ kind, until }: NonNullable<Load['absence']>) => {
  if (kind === 'paused') return 'Paused'
  if (kind === 'away') return until === null ? 'Away' : `Away until ${formats().date(until)}`
  return until === null ? 'Off shift' : `Off shift until ${formats().dateTime(until)}`
}

import type { AnyImport } from '#contract/platform/import-calls.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import type { ImportArea } from './import-area.ts'

interface ImportSumsProps {
  area: ImportArea
  found: AnyImport
}

/** How many rows are added, or would be, and how many are not. */
export const ImportSums = ({
  area: { known, words, outcomes, notedSum },
  found: { counts, state },
}: ImportSumsProps) => {
  const future = state === 'ready'
  const left = counts.duplicates - counts.duplicates_added
  const { other } = known
  const apart = other?.apart ? counts.duplicates_added : 0
  const sums = [
    { label: future ? `will be ${words.added}` : words.added, value: counts.added - apart, always: true },
    { label: `${left === 1 ? known.one : known.many} ${future ? 'will be left out' : 'left out'}`, value: left },
    ...(other
      ? [{ label: other.apart && future ? `will be ${other.sum}` : other.sum, value: counts.duplicates_added }]
      : []),
    ...outcomes.map((own) => ({ label: own.sum, value: own.count(counts) })),
    { label: notedSum, value: counts.noted },
    { label: future ? 'will be rejected' : 'rejected', value: counts.rejected, always: true },
  ]
  return (
    <dl className="import-sums" aria-label={`Of ${counted(counts.rows, 'row')}`}>
      {sums.map(
        ({ label, value, always = false }) =>
          (always || value > 0) && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{formats().number(value)}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

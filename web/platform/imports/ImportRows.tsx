import { Button, Segmented, Switch } from 'antd'
import { Link, useSearchParams } from 'react-router'
import type { AnyImport, AnyImportRow, ImportCalls } from '#contract/platform/import-calls.ts'
import { useAction, useList } from '#web/kit/data/api.ts'
import { formats } from '#web/kit/look/format.ts'
import { Pager } from '#web/kit/list/Pager.tsx'
import { capitalised } from '#web/platform/changes/change-words.ts'
import { ColumnName } from './ColumnName.tsx'
import type { ImportArea } from './import-area.ts'

interface ImportRowsProps {
  area: ImportArea
  found: AnyImport
}

/** The rows that were not simply added, one outcome at a time; about duplicates it can be decided. */
export const ImportRows = ({ area, found }: ImportRowsProps) => {
  const [params, setParams] = useSearchParams()
  const present = outcomesOf(area, found).filter(({ count }) => count > 0)
  const { outcome } = present.find((one) => one.outcome === params.get('outcome')) ?? present[0] ?? {}
  if (outcome === undefined) return null
  const linkTo = (page: number) => `?${new URLSearchParams({ import: String(found.id), outcome, page: String(page) })}`
  return (
    <section className="import-rows" aria-label="Rows to review">
      <Segmented
        value={outcome}
        options={present.map((one) => ({
          value: one.outcome,
          label: `${one.label} ${formats().number(one.count)}`,
        }))}
        onChange={(next) => setParams({ import: String(found.id), outcome: next })}
      />
      {outcome === 'duplicate' && found.state === 'ready' && (
        <DecideAll area={area} found={found} other={area.known.other} />
      )}
      <Rows area={area} found={found} outcome={outcome} page={Number(params.get('page')) || 1} linkTo={linkTo} />
    </section>
  )
}

const outcomesOf = ({ outcomes, known }: ImportArea, { counts }: AnyImport) => [
  { outcome: 'rejected', label: 'Rejected', count: counts.rejected },
  { outcome: 'duplicate', label: capitalised(known.many), count: counts.duplicates },
  ...outcomes.map((own) => ({ outcome: own.outcome, label: own.label, count: own.count(counts) })),
  { outcome: 'noted', label: 'Added in part', count: counts.noted },
]

/** What is offered of known rows beside leaving them out. */
interface Deciding {
  other: ImportArea['known']['other']
}

const DecideAll = ({ area: { calls, known }, found: { id, counts }, other }: ImportRowsProps & Deciding) => {
  const decide = useAction(calls.decide, { refreshes: [calls.read, rowsOf(calls, id)] })
  const all = (duplicates: string) => void decide({ body: { id, duplicates } })
  return (
    <div className="import-decide">
      <span>{known.by}</span>
      {other && (
        <>
          <Button
            size="small"
            disabled={decide.running || counts.duplicates_added === counts.duplicates}
            onClick={() => all(other.code)}
          >
            {other.verb} all
          </Button>
          <Button size="small" disabled={decide.running || counts.duplicates_added === 0} onClick={() => all('skip')}>
            Leave all out
          </Button>
        </>
      )}
    </div>
  )
}

interface RowsProps extends ImportRowsProps {
  outcome: string
  page: number
  linkTo: (page: number) => string
}

const Rows = ({ area, found, outcome, page, linkTo }: RowsProps) => {
  const answer = useList(rowsOf(area.calls, found.id), { outcome, page })
  const rows = answer.data
  return (
    <>
      <ul aria-busy={answer.isFetching}>
        {rows?.data.map((row) => (
          <Row key={row.row} area={area} row={row} found={found} />
        ))}
      </ul>
      {rows && <Pager pagination={rows.pagination} linkTo={linkTo} />}
    </>
  )
}

/** The list call of one import: its rows are a list of their own. */
const rowsOf = ({ rows }: ImportCalls, id: number) => ({ ...rows, path: rows.path.replace(':id', String(id)) })

interface RowProps extends ImportRowsProps {
  row: AnyImportRow
}

const Row = ({ area, row, found }: RowProps) => {
  const known = area.knownAs(row)
  const href = area.knownHref?.(row)
  const same = row.known_by.flatMap((by) => area.known.values?.[by] ?? []).join(' and ')
  return (
    <li className="import-row">
      <span className="import-row-no">Row {formats().number(row.row)}</span>
      <span className="import-row-who">
        {area.namesOf(row).filter(Boolean).join(' · ') || 'Nothing in the matched columns'}
      </span>
      <span className="import-row-why">
        {row.reasons.map(({ column, value, message }) => (
          <span key={`${column}${message}`}>
            {column !== null && <ColumnName area={area} found={found} column={column} />}
            {value ? ` “${value}”: ` : column !== null && ': '}
            {message}
          </span>
        ))}
        {known !== null && (
          <span>
            {same === '' ? 'Matches' : `Same ${same} as`} {href ? <Link to={href}>{known}</Link> : known}
          </span>
        )}
        {row.known_row !== null && ['Same', same, 'as row', formats().number(row.known_row)].filter(Boolean).join(' ')}
      </span>
      {row.outcome === 'duplicate' && found.state === 'ready' && area.known.other && (
        <DecideRow area={area} row={row} found={found} other={area.known.other} />
      )}
    </li>
  )
}

const DecideRow = ({ area: { calls }, row, found, other }: RowProps & { other: NonNullable<Deciding['other']> }) => {
  const decide = useAction(calls.decide, { refreshes: [calls.read, rowsOf(calls, found.id)] })
  const chosen = (row.decision ?? found.duplicates) === other.code
  return (
    <label className="switch-label">
      <Switch
        size="small"
        checked={chosen}
        loading={decide.running}
        aria-label={`${other.verb} row ${row.row}`}
        onChange={(on) =>
          void decide({ body: { id: found.id, duplicates: on ? other.code : 'skip', rows: [row.row] } })
        }
      />
      <span aria-hidden>{chosen ? other.done : 'Left out'}</span>
    </label>
  )
}

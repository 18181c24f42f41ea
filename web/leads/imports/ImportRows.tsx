import { Button, Segmented, Switch } from 'antd'
import { useSearchParams } from 'react-router'
import { leadImports, type ImportRow, type LeadImport, type RowOutcome } from '#contract/leads/imports.ts'
import { OUTCOME } from './import-words.ts'
import { useAction, useList } from '#web/kit/data/api.ts'
import { formats } from '#web/kit/look/format.ts'
import { Pager } from '#web/kit/list/Pager.tsx'

const COUNT = {
  rejected: 'rejected',
  duplicate: 'duplicates',
  held: 'held',
  invalid: 'invalid',
  noted: 'noted',
} as const satisfies Record<RowOutcome, keyof LeadImport['counts']>
const OUTCOMES = ['rejected', 'duplicate', 'held', 'invalid', 'noted'] as const

/** The rows that were not simply added, one outcome at a time; about duplicates it can be decided. */
export const ImportRows = ({ found }: { found: LeadImport }) => {
  const [params, setParams] = useSearchParams()
  const present = OUTCOMES.filter((outcome) => found.counts[COUNT[outcome]] > 0)
  const outcome = present.find((one) => one === params.get('outcome')) ?? present[0]
  if (outcome === undefined) return null
  const linkTo = (page: number) => `?${new URLSearchParams({ import: String(found.id), outcome, page: String(page) })}`
  return (
    <section className="import-rows" aria-label="Rows to review">
      <Segmented<RowOutcome>
        value={outcome}
        options={present.map((value) => ({
          value,
          label: `${OUTCOME[value]} ${formats().number(found.counts[COUNT[value]])}`,
        }))}
        onChange={(next) => setParams({ import: String(found.id), outcome: next })}
      />
      {outcome === 'duplicate' && found.state === 'ready' && <DecideAll found={found} />}
      <Rows found={found} outcome={outcome} page={Number(params.get('page')) || 1} linkTo={linkTo} />
    </section>
  )
}

const DecideAll = ({ found: { id, counts } }: { found: LeadImport }) => {
  const decide = useAction(leadImports.decide, { refreshes: [leadImports.read, rowsOf(id)] })
  const all = (duplicates: 'skip' | 'add') => void decide({ body: { id, duplicates } })
  return (
    <div className="import-decide">
      <span>They match by email, phone, or person and company.</span>
      <Button
        size="small"
        disabled={decide.running || counts.duplicates_added === counts.duplicates}
        onClick={() => all('add')}
      >
        Add all
      </Button>
      <Button size="small" disabled={decide.running || counts.duplicates_added === 0} onClick={() => all('skip')}>
        Leave all out
      </Button>
    </div>
  )
}

interface RowsProps {
  found: LeadImport
  outcome: RowOutcome
  page: number
  linkTo: (page: number) => string
}

const Rows = ({ found, outcome, page, linkTo }: RowsProps) => {
  const answer = useList(rowsOf(found.id), { outcome, page })
  const rows = answer.data
  return (
    <>
      <ul aria-busy={answer.isFetching}>
        {rows?.data.map((row) => (
          <Row key={row.row} row={row} found={found} />
        ))}
      </ul>
      {rows && <Pager pagination={rows.pagination} linkTo={linkTo} />}
    </>
  )
}

/** The list call of one import: its rows are a list of their own. */
const rowsOf = (id: number) => ({ ...leadImports.rows, path: leadImports.rows.path.replace(':id', String(id)) })

const Row = ({ row, found }: { row: ImportRow; found: LeadImport }) => (
  <li className="import-row">
    <span className="import-row-no">Row {formats().number(row.row)}</span>
    <span className="import-row-who">
      {[row.name, row.email, row.company].filter(Boolean).join(' · ') || 'Nothing in the matched columns'}
    </span>
    <span className="import-row-why">
      {row.reasons.map(({ column, value, message }) => (
        <span key={`${column}${message}`}>
          {column !== null && <strong>{column}</strong>}
          {value ? ` “${value}”: ` : column !== null && ': '}
          {message}
        </span>
      ))}
      {row.known_lead && `Matches lead ${[row.known_lead.lead_no, row.known_lead.name].filter(Boolean).join(', ')}`}
      {row.known_row !== null && `Same as row ${formats().number(row.known_row)}`}
    </span>
    {row.outcome === 'duplicate' && found.state === 'ready' && <DecideRow row={row} found={found} />}
  </li>
)

const DecideRow = ({ row, found }: { row: ImportRow; found: LeadImport }) => {
  const decide = useAction(leadImports.decide, { refreshes: [leadImports.read, rowsOf(found.id)] })
  const adds = (row.decision ?? found.duplicates) === 'add'
  return (
    <label className="switch-label">
      <Switch
        size="small"
        checked={adds}
        loading={decide.running}
        aria-label={`Add row ${row.row}`}
        onChange={(on) => void decide({ body: { id: found.id, duplicates: on ? 'add' : 'skip', rows: [row.row] } })}
      />
      <span aria-hidden>{adds ? 'Added' : 'Left out'}</span>
    </label>
  )
}

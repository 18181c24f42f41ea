import { Select } from 'antd'
import { factOf } from '#contract/leads/imports.ts'
import type { ChosenForLeads } from './ChosenFields.tsx'

const WAYS = [
  { value: 'overwrite', label: 'Overwrite' },
  { value: 'fill', label: 'Fill if empty' },
  { value: 'leave', label: 'Leave as it is' },
]

interface FactWayProps {
  field: string
  name: string
  chosen: ChosenForLeads
  onChange: (more: Partial<ChosenForLeads>) => void
}

/** What a column does to known leads. Columns about the same fact do the same. */
export const FactWay = ({ field, name, chosen: { update_known, fill, leave }, onChange }: FactWayProps) => {
  const fact = factOf(field)
  if (!update_known) return null
  if (fact === undefined) return <span className="import-column-more import-samples">Only for new leads</span>
  const way = leave.includes(fact) ? 'leave' : fill.includes(fact) ? 'fill' : 'overwrite'
  const change = (next: string) =>
    onChange({
      fill: [...fill.filter((each) => each !== fact), ...(next === 'fill' ? [fact] : [])],
      leave: [...leave.filter((each) => each !== fact), ...(next === 'leave' ? [fact] : [])],
    })
  return (
    <div className="import-column-more">
      <Select aria-label={`Known leads, ${name}`} value={way} options={WAYS} onChange={change} />
    </div>
  )
}

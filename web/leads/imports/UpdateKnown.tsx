import { Checkbox, Radio } from 'antd'
import { KNOWN_BY, MATCHES } from '#contract/leads/imports.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { can } from '#web/kit/data/session.ts'
import type { ChosenForLeads } from './ChosenFields.tsx'

export interface UpdateKnownProps {
  fields: readonly (string | null)[]
  chosen: ChosenForLeads
  onChange: (more: Partial<ChosenForLeads>) => void
}

/** What becomes of rows about leads that are here already, and by what they are found. */
export const UpdateKnown = ({ fields, chosen: { update_known, match_by }, onChange }: UpdateKnownProps) => {
  if (!can(leadEdits.update)) return null
  const offered = MATCHES.filter((each) => fields.includes(each))
  return (
    <fieldset className="import-known">
      <legend>Leads that you already have</legend>
      <Radio.Group
        aria-label="Leads that you already have"
        value={update_known}
        options={[
          { value: false, label: 'Leave them out' },
          { value: true, label: 'Update them' },
        ]}
        onChange={({ target }) => onChange({ update_known: target.value === true })}
      />
      {update_known && (
        <>
          <div className="import-known-by">
            <span id="import-match-by">Find them by</span>
            <Checkbox.Group
              aria-labelledby="import-match-by"
              value={match_by.filter((each) => offered.includes(each))}
              options={offered.map((value) => ({ value, label: KNOWN_BY[value] ?? value }))}
              onChange={(next) => onChange({ match_by: MATCHES.filter((each) => next.includes(each)) })}
            />
          </div>
          <p className="import-hint">
            Choose beside each column what it does to them. Empty cells never clear a value, and status, owner and
            products stay as they are.
          </p>
        </>
      )}
    </fieldset>
  )
}

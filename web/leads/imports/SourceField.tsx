import { Select } from 'antd'
import type { LeadImport } from '#contract/leads/imports.ts'
import { useCompanyWords } from '#web/leads/company-words/company-words.ts'
import { offeredSources, sourceCodes } from '#web/leads/words/lead-words.ts'

/** What is chosen for all leads of an import. */
export type ChosenForLeads = Pick<LeadImport, 'source'>

interface SourceFieldProps {
  chosen: ChosenForLeads
  onChange: (more: Partial<ChosenForLeads>) => void
}

export const SourceField = ({ chosen: { source }, onChange }: SourceFieldProps) => {
  const words = useCompanyWords()
  return (
    <label className="import-chosen" htmlFor="import-source">
      <span>Source of these leads</span>
      <Select
        id="import-source"
        value={source}
        options={offeredSources(sourceCodes(words), words)}
        onChange={(next: string) => onChange({ source: next })}
      />
    </label>
  )
}

import { useState } from 'react'
import type { Lead } from '#contract/leads/lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { useOne } from '#web/kit/data/api.ts'
import { SearchSelect } from '#web/kit/form/SearchSelect.tsx'
import type { Desk } from './lead-desk.ts'
import { statusWords } from '#web/leads/words/lead-words.ts'
import { useFoundLeads } from '#web/leads/list/use-found-leads.ts'

interface DuplicateSelectProps {
  desk: Desk
  id?: string
  value?: number | undefined
  onChange?: (id: number | undefined) => void
}

/** The lead that this one repeats: of those that the checks found, or any that is found by its number or name. */
export const DuplicateSelect = ({ desk: { lead, duplicates }, value, onChange, ...field }: DuplicateSelectProps) => {
  const [sought, setSought] = useState('')
  const { leads, searching } = useFoundLeads(sought)
  const offered = sought.trim() ? leads.filter(({ id }) => id !== lead.id) : duplicates
  // A draft brings back its number alone.
  const unnamed = value !== undefined && !offered.some(({ id }) => id === value)
  const chosen = useOne(leadDetails.lead, { params: { id: value ?? 0 } }, { enabled: unnamed, staleTime: 60_000 })
  const isNamed = unnamed && !sought.trim() && chosen.data
  return (
    <SearchSelect<number | null>
      {...field}
      value={value ?? null}
      placeholder="Number or name"
      popupMatchSelectWidth={320}
      onSearch={setSought}
      searching={searching}
      notFoundContent={wordsFor(sought)}
      options={[...offered, ...(isNamed ? [chosen.data.data] : [])].map(toOption)}
      onOpenChange={(open) => !open && setSought('')}
      onChange={(next) => onChange?.(next ?? undefined)}
    />
  )
}

const toOption = ({ id, lead_no, name, status }: Pick<Lead, 'id' | 'lead_no' | 'name' | 'status'>) => ({
  value: id,
  label: `No. ${lead_no} ${name}, ${statusWords(status).label.toLowerCase()}`,
})

const wordsFor = (sought: string) =>
  sought.trim() ? 'No lead has this number or name' : 'No other leads from this person. Type a number or a name.'

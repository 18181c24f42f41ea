import { Input, Select } from 'antd'
import { useEffect, useRef, useId } from 'react'
import type { Lead } from '#contract/leads/lead.ts'
import { useCompanyWords } from '#web/leads/company-words/company-words.ts'
import { DuplicateSelect } from './DuplicateSelect.tsx'
import type { Desk, Refusal } from './lead-desk.ts'
import { offeredReasons } from '#web/leads/words/lead-words.ts'
import '#web/leads/fields/lead-form.css'
import './desk.css'

interface InvalidBoxProps {
  desk: Desk
  refusal: Refusal
  /** What keeps it from being sent. */
  error: string | undefined
  onChange: (refusal: Refusal) => void
  /** Escape: it is not invalid after all. */
  onLeave: () => void
}

/** Why a lead is invalid; the note has the focus, so that words can follow the key at once. */
export const InvalidBox = ({ desk, refusal, error, onChange, onLeave }: InvalidBoxProps) => {
  const note = useRef<HTMLTextAreaElement | null>(null)
  const id = useId()
  const reasons = offeredReasons(useCompanyWords())
  useEffect(() => note.current?.focus(), [])
  return (
    <fieldset className="group invalid-box" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Why is this lead invalid?</h3>
      <div className="invalid-fields">
        <div>
          <label htmlFor={`${id}-reason`}>Reason</label>
          <Select
            id={`${id}-reason`}
            value={refusal.reason}
            options={reasons}
            onChange={(reason) => onChange({ ...refusal, reason })}
          />
        </div>
        {refusal.reason === 'duplicate' && (
          <div>
            <label htmlFor={`${id}-of`}>It repeats</label>
            <DuplicateSelect
              desk={desk}
              id={`${id}-of`}
              value={refusal.duplicateOf}
              onChange={(duplicateOf) => onChange({ ...refusal, duplicateOf })}
            />
          </div>
        )}
        <div className="invalid-note">
          <label htmlFor={`${id}-note`}>
            Note {refusal.reason !== 'other' && <span className="optional">(optional)</span>}
          </label>
          <Input.TextArea
            id={`${id}-note`}
            ref={(area) => {
              note.current = area?.resizableTextArea?.textArea ?? null
            }}
            rows={1}
            className="grows grows-1"
            maxLength={2000}
            {...(error !== undefined && { status: 'error' as const, 'aria-describedby': `${id}-error` })}
            value={refusal.note}
            onChange={(event) => onChange({ ...refusal, note: event.target.value })}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              event.preventDefault()
              event.stopPropagation()
              onLeave()
            }}
          />
        </div>
      </div>
      {error && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** What keeps an invalid verdict from being sent; undefined when nothing does. */
export const refusalError = ({ reason, note, duplicateOf }: Refusal) => {
  if (reason === 'other' && note.trim() === '') return 'Explain briefly why this lead is invalid, or choose a reason'
  if (reason === 'duplicate' && duplicateOf === undefined) return 'Choose the original lead'
  return undefined
}

/** What was begun at an earlier visit. */
export const begunRefusal = ({ reason = 'other', note = '', duplicateOf }: Partial<Refusal>): Refusal => ({
  reason,
  note,
  duplicateOf,
})

/** The reason that the evidence speaks for, where the company offers it. */
export const likelyRefusal = ({ lead, duplicates }: Desk): Refusal => {
  const likely = SPOKEN_FOR[lead.domain_state] ?? (lead.spam_signals.length > 0 ? 'spam_or_bot' : undefined)
  return {
    reason: offeredReasons().some(({ value }) => value === likely) ? (likely ?? 'other') : 'other',
    note: '',
    duplicateOf: duplicates[0]?.id,
  }
}

const SPOKEN_FOR: Partial<Record<Lead['domain_state'], string>> = {
  restricted: 'restricted_domain',
  disposable: 'spam_or_bot',
}

import { Input } from 'antd'
import { useEffect, useId, useRef, type KeyboardEvent } from 'react'
import type { Evidence } from '#contract/leads/lead-details.ts'
import type { Lead } from '#contract/leads/lead.ts'
import type { Option } from '#web/kit/list/list.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
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

/** Reasons that a digit chooses. */
const BY_DIGIT = 9

/** Why a lead is invalid: a digit chooses the reason, and words go into the note at once. */
export const InvalidBox = ({ desk, refusal, error, onChange, onLeave }: InvalidBoxProps) => {
  const box = useRef<HTMLFieldSetElement>(null)
  const note = useRef<HTMLTextAreaElement | null>(null)
  const id = useId()
  const reasons = likeliestFirst(desk, offeredReasons(useCompanyWords()))
  useEffect(() => {
    const radios = box.current?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? []
    ;([...radios].find(({ checked }) => checked) ?? radios[0])?.focus()
  }, [])
  const choose = (reason: string) => {
    onChange({ ...refusal, reason })
    if (reason === 'other') note.current?.focus()
    else box.current?.querySelector<HTMLInputElement>(`input[value="${CSS.escape(reason)}"]`)?.focus()
  }
  // A list that is open in the box, and its search, have their keys for themselves.
  const takeKey = (event: KeyboardEvent) => {
    const { target, key } = event
    const onReason = target instanceof HTMLInputElement && target.type === 'radio'
    if (event.ctrlKey || event.metaKey || event.altKey || !(onReason || target === note.current)) return
    const byDigit = onReason && Number(key) <= BY_DIGIT ? reasons[Number(key) - 1] : undefined
    if (key === 'Escape') onLeave()
    else if (byDigit) choose(byDigit.value)
    else if (onReason && /^[^\s\d]$/u.test(key)) return toNote(event)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  /** What was pressed is typed there. */
  const toNote = (event: KeyboardEvent) => {
    note.current?.focus()
    event.stopPropagation()
  }
  return (
    <fieldset ref={box} className="group invalid-box" aria-labelledby={`${id}-title`} onKeyDown={takeKey}>
      <h3 id={`${id}-title`}>Why is this lead invalid?</h3>
      <div className="reasons" role="radiogroup" aria-label="Reason">
        {reasons.map(({ value, label }, at) => (
          <label key={value} className="reason">
            <input
              type="radio"
              name={`${id}-reason`}
              value={value}
              checked={refusal.reason === value}
              {...(at < BY_DIGIT && { 'aria-keyshortcuts': String(at + 1) })}
              onChange={() => onChange({ ...refusal, reason: value })}
            />
            {at < BY_DIGIT && <Kbd>{at + 1}</Kbd>}
            {label}
          </label>
        ))}
      </div>
      <div className="invalid-fields">
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
  if (reason === '') return 'Choose a reason'
  if (reason === 'other' && note.trim() === '') return 'Explain briefly why this lead is invalid, or choose a reason'
  if (reason === 'duplicate' && duplicateOf === undefined) return 'Choose the original lead'
  return undefined
}

/** What was begun at an earlier visit. */
export const begunRefusal = ({ reason = '', note = '', duplicateOf }: Partial<Refusal>): Refusal => ({
  reason,
  note,
  duplicateOf,
})

/** The reason that the evidence speaks for, where the company offers it; where nothing does, the person chooses one. */
export const likelyRefusal = (desk: Desk): Refusal => {
  const [first] = likeliestFirst(desk, offeredReasons())
  const [likely] = spokenFor(desk)
  return { reason: first && first.value === likely ? likely : '', note: '', duplicateOf: desk.duplicates[0]?.id }
}

const likeliestFirst = (desk: Desk, reasons: readonly Option[]) => {
  const likely = spokenFor(desk)
  const place = ({ value }: Option) => (likely.includes(value) ? likely.indexOf(value) : likely.length)
  return reasons.toSorted((one, other) => place(one) - place(other))
}

/** The reasons that the evidence speaks for, the likeliest first. */
const spokenFor = ({ lead, duplicates, evidence, checklist }: Desk): string[] => {
  const isBad = (check: Evidence['check']) => evidence.some((one) => one.check === check && one.verdict === 'bad')
  const isUnknown = evidence.some(({ check, verdict }) => check === 'products' && verdict !== 'good')
  return [
    ...new Set([
      ...(SPOKEN_FOR[lead.domain_state] ?? []),
      ...(lead.spam_signals.length > 0 ? ['spam_or_bot'] : []),
      ...(duplicates.length > 0 ? ['duplicate'] : []),
      ...(checklist.items.some(({ item, suggested }) => item === NOT_A_PITCH && suggested === 'no')
        ? ['job_seeker_or_vendor_pitch']
        : []),
      ...(isBad('email') || isBad('phone') ? ['wrong_contact_details'] : []),
      ...(isUnknown ? ['not_our_product'] : []),
    ]),
  ]
}

/** The number of the question whether the lead is a pitch. */
const NOT_A_PITCH = 9

const SPOKEN_FOR: Partial<Record<Lead['domain_state'], readonly string[]>> = {
  restricted: ['restricted_domain'],
  disposable: ['spam_or_bot'],
}

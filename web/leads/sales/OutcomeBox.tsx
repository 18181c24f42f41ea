import { Input, Select } from 'antd'
import { useEffect, useId, useRef, type KeyboardEvent } from 'react'
import { isContact, REACHED_BY } from '#contract/leads/lead.ts'
import { optionsOf } from '#web/kit/list/list.ts'
import { dayWithWeekday, nextDays, nurtureDays } from '#web/leads/words/lead-days.ts'
import { enquiryLabel, LOST_REASON, REACHED } from '#web/leads/words/lead-words.ts'
import { Chips } from './Chips.tsx'
import { dayOf, type FollowUp, type Outcome, type Problem, type Said } from './outcomes.ts'
import './sales.css'

interface OutcomeBoxProps {
  outcome: Outcome
  said: Said
  problem: Problem | undefined
  onChange: (said: Said) => void
  onSave: () => void
  /** Escape: nothing came of it after all. */
  onLeave: () => void
}

/** What has to be said of an outcome, and nothing else; its first field takes the focus. */
export const OutcomeBox = ({ outcome, said, problem, onChange, onSave, onLeave }: OutcomeBoxProps) => {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('input:checked, input:not([type=radio]), textarea')?.focus()
  }, [outcome])
  const set = (change: Partial<Said>) => onChange({ ...said, ...change })
  const takeKey = (event: KeyboardEvent) => {
    const { target } = event
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (target instanceof HTMLElement && target.ariaExpanded === 'true') return
    event.preventDefault()
    event.stopPropagation()
    onLeave()
  }
  // A closed list would open by it.
  const takeChord = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    onSave()
  }
  const choice = <Value extends string>(field: Problem['field'] & keyof Said, value: Value | undefined) => ({
    id: `${id}-${field}`,
    showSearch: { optionFilterProp: 'label' },
    ...(value !== undefined && { value }),
    ...(problem?.field === field && { status: 'error' as const, 'aria-describedby': `${id}-problem` }),
    onChange: (chosen: Value) => set({ [field]: chosen }),
  })
  const needsNote = outcome === 'lost' && said.reason === 'other'
  return (
    <fieldset
      className="group outcome-box"
      aria-label={enquiryLabel(outcome)}
      onKeyDownCapture={takeChord}
      onKeyDown={takeKey}
    >
      <div ref={box} className="outcome-fields">
        {isContact(outcome) && (
          <>
            <Chips
              label="Reached by"
              options={REACHED_BY.map((value) => ({ value, label: REACHED[value] }))}
              value={said.reachedBy}
              onChange={(reachedBy) => set({ reachedBy })}
            />
            <Chips
              label="Follow up"
              options={followUps()}
              value={said.followUp}
              onChange={(followUp) => set({ followUp })}
            />
            {said.followUp === 'picked' && (
              <div className="outcome-field">
                <label htmlFor={`${id}-picked`}>Day</label>
                <Select placeholder="Choose a day" options={nextDays(MOST_DAYS)} {...choice('picked', said.picked)} />
              </div>
            )}
          </>
        )}
        {outcome === 'lost' && (
          <div className="outcome-field">
            <label htmlFor={`${id}-reason`}>Why was it lost?</label>
            <Select placeholder="Choose a reason" options={optionsOf(LOST_REASON)} {...choice('reason', said.reason)} />
          </div>
        )}
        {outcome === 'nurture' && (
          <div className="outcome-field">
            <label htmlFor={`${id}-until`}>Come back to it on</label>
            <Select placeholder="Choose a day" options={nurtureDays()} {...choice('until', said.until)} />
          </div>
        )}
        <div className="outcome-note">
          <label htmlFor={`${id}-note`}>Note {!needsNote && <span className="optional">(optional)</span>}</label>
          <Input.TextArea
            id={`${id}-note`}
            rows={1}
            className="grows grows-1"
            maxLength={500}
            {...(problem?.field === 'note' && { status: 'error' as const, 'aria-describedby': `${id}-problem` })}
            value={said.note}
            onChange={(event) => set({ note: event.target.value })}
          />
        </div>
      </div>
      {problem && (
        <p id={`${id}-problem`} className="field-error" role="alert">
          {problem.text}
        </p>
      )}
    </fieldset>
  )
}

/** As far as a follow-up is picked from the list; what waits longer is nurture. */
const MOST_DAYS = 90

const followUps = (): readonly { value: FollowUp; label: string }[] => [
  { value: 'none', label: 'None' },
  { value: 'tomorrow', label: 'Tomorrow' },
  { value: 'days', label: dayWithWeekday(dayOf('days', undefined) ?? '') },
  { value: 'week', label: 'In 1 week' },
  { value: 'picked', label: 'Pick a day' },
]

import { useState } from 'react'
import { isContact, type Lead } from '#contract/leads/lead.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { useAction } from '#web/kit/data/api.ts'
import { useDraft } from '#web/kit/form/use-draft.ts'
import { useKeys } from '#web/kit/keys/keys.ts'
import { LEAD_HEADING } from '#web/leads/drawer/lead-heading.ts'
import { AFTER_ACT } from '#web/leads/list/refresh-leads.ts'
import { enquiryLabel } from '#web/leads/words/lead-words.ts'
import { bodyOf, mayBecome, OUTCOMES, problemOf, type Outcome, type Problem, type Said } from './outcomes.ts'

/** How the last person was reached, and when to follow up: most contacts of a morning are alike. */
let usual: Pick<Said, 'reachedBy' | 'followUp'> = { reachedBy: 'call', followUp: 'none' }

const blank = (): Said => ({ ...usual, picked: undefined, reason: undefined, until: undefined, note: '' })

/** The outcome that is being noted, with its keys; what was begun stays until it is saved. */
export const useOutcome = (lead: Lead, onNext: () => void) => {
  const draft = useDraft<Said>(`sales-${lead.id}`)
  const [now, setNow] = useState<Outcome>()
  const [begun, setBegun] = useState<Partial<Said>>(draft.found?.values ?? {})
  const [problem, setProblem] = useState<Problem>()
  const said = { ...blank(), ...begun }
  const move = useAction(validLeads.setEnquiryStatus, {
    done: (_, { body: { enquiry_status: to } }) =>
      to === lead.enquiry_status && isContact(to)
        ? `Recorded another contact with ${lead.name}`
        : `Marked ${lead.name} as ${enquiryLabel(to).toLowerCase()}`,
    refreshes: AFTER_ACT,
  })

  const begin = (outcome: Outcome) => {
    setProblem(undefined)
    setNow(outcome)
  }
  const leave = () => {
    setNow(undefined)
    setProblem(undefined)
    document.getElementById(LEAD_HEADING)?.focus()
  }
  const save = () => {
    if (now === undefined || move.running) return
    const found = problemOf(now, said)
    setProblem(found)
    if (found) return
    void move({ body: bodyOf(lead, now, said) }, () => {
      const { reachedBy, followUp } = said
      if (isContact(now)) usual = { reachedBy, followUp: followUp === 'picked' ? 'none' : followUp }
      draft.drop()
      setBegun({})
      leave()
      onNext()
    })
  }
  useKeys('panel', [
    ...OUTCOMES.flatMap((outcome, at) =>
      mayBecome(lead, outcome)
        ? [{ keys: String(at + 1), label: enquiryLabel(outcome), run: () => begin(outcome) }]
        : [],
    ),
    ...(now === undefined
      ? []
      : [
          { keys: 'ctrl+enter', label: 'Save and next', run: save },
          { keys: 'escape', label: `Cancel “${enquiryLabel(now)}”`, run: leave },
        ]),
  ])
  return {
    now,
    said,
    problem,
    running: move.running,
    begin,
    leave,
    save,
    change: (next: Said) => {
      setBegun(next)
      draft.keep(next)
    },
  }
}

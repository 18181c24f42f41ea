import { useState } from 'react'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import type { Lead } from '#contract/leads/lead.ts'
import { leadDetails, type LeadDecisions } from '#contract/leads/lead-details.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { formats } from '#web/kit/look/format.ts'
import { session } from '#web/kit/data/session.ts'
import { ConsideredList } from './ConsideredList.tsx'

interface LeadWhyProps {
  lead: Lead
  list: 'qa' | 'sales'
  holder: PersonRef | null
}

/** Why a lead is this person's, or nobody's: asked for when somebody wants to know. */
export const LeadWhy = ({ lead, list, holder }: LeadWhyProps) => {
  const [open, setOpen] = useState(false)
  const question = holder ? (holder.id === session.get().user?.id ? 'Why me?' : `Why ${holder.name}?`) : 'Why nobody?'
  return (
    <>
      <button type="button" className="text-link side-why" aria-expanded={open} onClick={() => setOpen(!open)}>
        {question}
      </button>
      {open && <Answer lead={lead} list={list} holder={holder} />}
    </>
  )
}

const Answer = ({ lead: { id }, list, holder }: LeadWhyProps) => {
  const { data, error } = useOne(leadDetails.decisions, { params: { id } })
  if (error) return <p className="side-note">{sentenceOf(error, leadDetails.decisions.failure)}</p>
  if (!data) return null

  const decision = data.data.decisions.find((each) => each.list === list && each.chosen?.id === holder?.id)
  const waiting = data.data.waiting.find((each) => each.list === list)
  if (holder && decision)
    return (
      <>
        <p className="side-note">
          {decision.why} Decided {formats().dateTime(decision.at)}.
        </p>
        {list === 'sales' && data.data.acceptance && (
          <p className="side-note">{acceptanceWords(data.data.acceptance)}</p>
        )}
        <ConsideredList considered={decision.considered} />
      </>
    )
  if (!holder && waiting)
    return (
      <>
        <p className="side-note">
          {waiting.considered.length
            ? `It has waited since ${formats().dateTime(waiting.since)}. This is how everybody on the list stands now.`
            : 'There is nobody on the list.'}
        </p>
        <ConsideredList considered={waiting.considered} />
      </>
    )
  return (
    <p className="side-note">{holder ? 'It was given before reasons were kept.' : 'It does not wait for anybody.'}</p>
  )
}

const acceptanceWords = ({
  opened_at,
  escalated_at,
  reminded_at,
  due_at,
}: NonNullable<LeadDecisions['acceptance']>) => {
  const { dateTime } = formats()
  if (opened_at) return `Accepted ${dateTime(opened_at)}.`
  if (escalated_at) return `Not accepted; the managers were told ${dateTime(escalated_at)}.`
  if (!due_at) return 'Nobody waits for it to be accepted any more.'
  return reminded_at
    ? `Reminded ${dateTime(reminded_at)}, to be accepted by ${dateTime(due_at)}.`
    : `To be accepted by ${dateTime(due_at)}.`
}

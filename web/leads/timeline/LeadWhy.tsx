import { useState } from 'react'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import type { LeadRow } from '#contract/leads/lead.ts'
import { leadDetails, type LeadDecisions } from '#contract/leads/lead-details.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { formats } from '#web/kit/look/format.ts'
import { ConsideredList } from './ConsideredList.tsx'
import { whyWords } from './why-words.ts'

interface LeadWhyProps {
  lead: LeadRow
  list: 'qa' | 'sales'
  holder: PersonRef | null
}

/** Why a lead is this person's, or nobody's: asked for when somebody wants to know. */
export const LeadWhy = ({ lead, list, holder }: LeadWhyProps) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="text-link side-why" aria-expanded={open} onClick={() => setOpen(!open)}>
        {whyWords(holder)}
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
            ? `Waiting since ${formats().dateTime(waiting.since)}. Here is everyone on the list now.`
            : 'The list is empty.'}
        </p>
        <ConsideredList considered={waiting.considered} />
      </>
    )
  return (
    <p className="side-note">
      {holder ? 'It was assigned before reasons were stored.' : 'It isn’t waiting for an owner.'}
    </p>
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
  if (escalated_at) return `Not accepted; managers notified ${dateTime(escalated_at)}.`
  if (!due_at) return 'It no longer needs to be accepted.'
  return reminded_at ? `Reminded ${dateTime(reminded_at)}, due ${dateTime(due_at)}.` : `Accept by ${dateTime(due_at)}.`
}

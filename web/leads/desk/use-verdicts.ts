import { useState } from 'react'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import type { LeadRow, LeadQuery } from '#contract/leads/lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { registrationLeads } from '#contract/leads/registration-leads.ts'
import { ApiError, callForPage, keyOf, refresh, sentenceOf, useAction, type Page } from '#web/kit/data/api.ts'
import { queryClient } from '#web/kit/data/query-client.ts'
import { session } from '#web/kit/data/session.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { undoOf } from '#web/kit/data/undo.ts'
import { ownDrafts } from '#web/kit/form/use-draft.ts'
import { invalidBody, mustStart, validBody, type Desk, type DeskValues, type Refusal } from './lead-desk.ts'
import type { LeadListEndpoint } from '#web/leads/list/lead-lists.ts'
import { nextLead, nextOfFresh, type Whose } from '#web/leads/drawer/next-lead.ts'
import { refreshAround } from '#web/leads/list/refresh-leads.ts'

/** One press of a verdict: what was on the desk, and what the person made of it. */
export interface Attempt {
  desk: Desk
  values: DeskValues
  /** Given for an invalid verdict. */
  refusal?: Refusal | undefined
}

export interface FailedAttempt extends Attempt {
  failure: unknown
}

interface VerdictsOptions {
  endpoint: LeadListEndpoint
  query: LeadQuery
  page: Page<LeadRow> | undefined
  onOpen: (id: number, change?: { page?: number }) => void
}

export const draftOf = (leadId: number) => `lead-${leadId}`
export const draftOfRefusal = (leadId: number) => `refusal-${leadId}`

/** Sends verdicts and moves on at once: the next lead opens while the call is under way. A verdict that fails comes back with all
 *  that was typed. */
export const useVerdicts = ({ endpoint, query, page, onOpen }: VerdictsOptions) => {
  const [decided] = useState(() => new Set<number>())
  const [failed, setFailed] = useState<ReadonlyMap<number, FailedAttempt>>(new Map())
  const [waiting, setWaiting] = useState<number>()
  const [clearAfter, setClearAfter] = useState<number>()
  const [started, setStarted] = useState<ReadonlyMap<number, number>>(new Map())
  const rows = page?.data ?? []

  const shownAs = (status: LeadRow['status']) => ({
    list: endpoint,
    rows: ({ body }: { body: { enquiryId: number } }) => [body.enquiryId],
    change: () => ({ status }),
  })
  const start = useAction(assignedLeads.start, {
    optimistic: shownAs('in-progress'),
    then: ({ data }) => {
      const key = keyOf(leadDetails.open, { body: { enquiryId: data.id } })
      queryClient.setQueryData<{ data: Desk }>(key, (now) => now && { ...now, data: { ...now.data, lead: data } })
      setStarted((all) => new Map([...all, [data.id, data.version]]))
    },
  })
  const validate = useAction(assignedLeads.validate, { optimistic: shownAs('valid') })
  const register = useAction(registrationLeads.validate, { optimistic: shownAs('valid') })
  const invalidate = useAction(assignedLeads.invalidate, { optimistic: shownAs('invalid') })

  const forget = (id: number) => setFailed((all) => new Map([...all].filter(([one]) => one !== id)))

  const send = async ({ desk, values, refusal }: Attempt): Promise<object> => {
    const { version } = desk.lead
    if (refusal) return invalidate.orThrow({ body: invalidBody(desk, values, refusal, version) })
    const body = validBody(desk, values, version)
    if (desk.lead.kind === 'registration') return register.orThrow({ body })
    return validate.orThrow({ body: { ...body, start: mustStart(desk.lead) } })
  }

  const decide = async (attempt: Attempt) => {
    const { lead } = attempt.desk
    decided.add(lead.id)
    forget(lead.id)
    const next = nextLead(rows, lead.id, decided, whoseAfter(lead))
    if (next) onOpen(next.id)
    else setWaiting(lead.id)
    await settle(attempt, next !== undefined)
  }

  const settle = async (attempt: Attempt, movedOn: boolean) => {
    const { lead } = attempt.desk
    let reply: object
    try {
      reply = await send(attempt)
    } catch (failure) {
      decided.delete(lead.id)
      setWaiting(undefined)
      setFailed((all) => new Map([...all, [lead.id, { ...attempt, failure }]]))
      void refresh([leadDetails.open, marketingLeads.checkCurrentAssignment, endpoint])
      tell(attempt, failure, movedOn ? () => onOpen(lead.id) : undefined, () => void settle(attempt, movedOn))
      return
    }
    forget(lead.id)
    const drafts = ownDrafts()
    drafts.drop(draftOf(lead.id))
    drafts.drop(draftOfRefusal(lead.id))
    queryClient.removeQueries({ queryKey: keyOf(leadDetails.open, { body: { enquiryId: lead.id } }) })
    const { pathname } = location
    const reopen = () => {
      decided.delete(lead.id)
      // Who has gone on to another page stays there.
      if (location.pathname === pathname) onOpen(lead.id)
    }
    toast.done(`${attempt.refusal ? 'Marked invalid:' : 'Validated'} ${lead.name}`, { undo: undoOf(reply, reopen) })
    refreshAround(endpoint, query)
    if (!movedOn) await follow(lead)
  }

  /** Nothing followed on the page: looks at what the list has now, then at its next page. */
  const follow = async (lead: LeadRow) => {
    const seen = new Set([...rows.map(({ id }) => id), ...decided])
    const whose = whoseAfter(lead)
    try {
      const now = await callForPage(endpoint, query)
      const here = nextOfFresh(now.data, seen, whose)
      if (here) {
        queryClient.setQueryData(keyOf(endpoint, { query }), now)
        onOpen(here.id)
      } else {
        const place = now.pagination.page + 1
        const after =
          place <= now.pagination.totalPages ? await callForPage(endpoint, { ...query, page: place }) : undefined
        const there = after && nextOfFresh(after.data, seen, whose)
        if (there) onOpen(there.id, { page: place })
        else setClearAfter(lead.id)
      }
    } catch {
      // The verdict is stored; only what follows is not known.
      setClearAfter(lead.id)
    } finally {
      setWaiting(undefined)
    }
  }

  return { decide, failed, forget, waiting, clearAfter, start, started, decided }
}

/** Whose leads come after this one. */
export const whoseAfter = ({ assigned_qa }: LeadRow): Whose => {
  const me = session.get().user?.id ?? 0
  return { me, everybodys: assigned_qa !== null && assigned_qa.id !== me }
}

const tell = (
  { desk: { lead }, refusal }: Attempt,
  failure: unknown,
  open: (() => void) | undefined,
  again: () => void,
) => {
  const what = refusal ? `${lead.name} was not marked invalid` : `${lead.name} was not validated`
  const text = `${what}. ${sentenceOf(failure)}`
  if (failure instanceof ApiError && failure.canRetry) toast.failed(text, { retry: again })
  else if (open) toast.failed(text, { action: { label: 'Open', run: open } })
}

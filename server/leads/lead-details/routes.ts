import { EDITABLE_SECONDS, leadDetails, type Comment } from '#contract/leads/lead-details.ts'
import { acceptLeads } from '#server/leads/assignment/acceptance.ts'
import { leadRow } from '#server/leads/lists/rows.ts'
import { commentableBy, visibleTo } from '#server/leads/lists/scope.ts'
import { leadToAddTo } from '#server/leads/lead/write.ts'
import { countedTime } from '#server/leads/sla/counted-time.ts'
import { tellMentioned } from '#server/leads/notifications/events.ts'
import { badField, conflict, found, UserError } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { addComment, changeComment, commentsOf, lockComment } from './comments.ts'
import { whyOf } from './decisions.ts'
import { deskOf } from './desk.ts'
import { historyOf } from './history.ts'
import { allThere, checkMentions, mentionable } from './mentions.ts'
import { verdictById } from './verdict.ts'

export const leadDetailRoutes = implement('lead-details', leadDetails, {
  async lead({ tenant, caller, params }) {
    return { data: found('Lead', await leadRow(tenant, params.id, visibleTo(caller))) }
  },

  async clock({ tenant, caller, params }) {
    const { id, status } = found('Lead', await leadRow(tenant, params.id, visibleTo(caller)))
    return { data: await countedTime(tenant, id, status === 'valid' ? 'response' : 'handling') }
  },

  async products({ tenant, caller, params }) {
    return { data: found('Lead', await leadRow(tenant, params.id, visibleTo(caller))).products }
  },

  async history({ tenant, caller, params, query }) {
    const { id } = found('Lead', await leadRow(tenant, params.id, visibleTo(caller)))
    return historyOf(tenant, caller, id, query)
  },

  async decisions({ tenant, caller, params }) {
    const { id } = found('Lead', await leadRow(tenant, params.id, visibleTo(caller)))
    return { data: await whyOf(tenant, id) }
  },

  async comments({ tenant, caller, params }) {
    const { id } = found('Lead', await leadRow(tenant, params.id, commentableBy(caller)))
    return { data: await commentsOf(tenant, id) }
  },

  async comment({ tenant, caller, body: { leadId, comment, mentions = [] } }) {
    const { id } = found('Lead', await leadToAddTo(tenant, leadId, commentableBy(caller)))
    const people = [...new Set(mentions)]
    await checkMentions(tenant, id, people)
    const data = await addComment(tenant, { leadId: id, authorId: caller.personId, body: comment, mentions: people })
    await acceptLeads(tenant, [id], caller.personId)
    await tellMentioned(tenant, id, data.id, people)
    return { data }
  },

  async mentionable({ tenant, caller, query: { leadId, search = '' } }) {
    const leads = [...new Set(leadId)]
    found('Lead', (await allThere(tenant, leads, commentableBy(caller))) || undefined)
    return { data: await mentionable(tenant, caller.personId, leads, search.trim()) }
  },

  async editComment({ tenant, caller, params, body }) {
    const before = found('Comment', await lockComment(tenant, params.id))
    found('Comment', await leadRow(tenant, before.leadId, commentableBy(caller)))
    const rewritten = body.comment !== undefined || body.mentions !== undefined
    if (!rewritten && body.pinned === undefined) throw badField('comment', 'Nothing to change: send comment or pinned')
    if (rewritten && before.author.id !== caller.personId)
      throw new UserError(403, 'Only the author can edit a comment')
    if (rewritten && before.age_seconds > EDITABLE_SECONDS)
      throw conflict('You can edit a comment for 10 minutes. Write a new one instead.', undefined, 'too_late')
    const added = newlyMentioned(before, body.mentions ?? [])
    await checkMentions(tenant, before.leadId, added)
    const data = await changeComment(tenant, params.id, body)
    await tellMentioned(tenant, before.leadId, data.id, added)
    return { data }
  },

  async open({ tenant, caller, body }) {
    const lead = found('Lead', await leadRow(tenant, body.enquiryId, visibleTo(caller)))
    return { data: await deskOf(tenant, caller, lead) }
  },

  async validated({ tenant, caller, params }) {
    const lead = found('Lead', await leadRow(tenant, params.id, visibleTo(caller)))
    if (lead.status !== 'valid')
      throw conflict('This lead has no valid verdict.', { status: lead.status }, 'wrong_status')
    return { data: { lead, validated: found('Verdict', await verdictById(tenant, lead.id)) } }
  },

  async notValidated({ tenant, caller, params }) {
    const lead = found('Lead', await leadRow(tenant, params.id, visibleTo(caller)))
    if (lead.status === 'valid')
      throw conflict('This lead has a valid verdict.', { status: lead.status }, 'wrong_status')
    return { data: { lead, reason_code: lead.reason_code, reason_note: lead.reason_note } }
  },
})

const newlyMentioned = ({ mentions }: Comment, people: readonly number[]) =>
  [...new Set(people)].filter((id) => !mentions.some((before) => before.id === id))

import { leadDetails } from '#contract/lead-details.ts'
import { leadRow } from '#server/domain/leads/rows.ts'
import { commentableBy, visibleTo } from '#server/domain/leads/scope.ts'
import { badField, conflict, found, UserError } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { addComment, changeComment, commentById, commentsOf, mentionable } from './comments.ts'
import { deskOf } from './desk.ts'
import { historyOf } from './history.ts'
import { verdictById } from './verdict.ts'

export const leadDetailRoutes = implement('lead-details', leadDetails, {
  async lead({ tenant, caller, params }) {
    return { data: found('Lead', await leadRow(tenant, params.id, visibleTo(caller))) }
  },

  async products({ tenant, caller, params }) {
    return { data: found('Lead', await leadRow(tenant, params.id, visibleTo(caller))).products }
  },

  async history({ tenant, caller, params, query }) {
    found('Lead', await leadRow(tenant, params.id, visibleTo(caller)))
    return historyOf(tenant, params.id, query)
  },

  async comments({ tenant, caller, params }) {
    found('Lead', await leadRow(tenant, params.id, commentableBy(caller)))
    return { data: await commentsOf(tenant, params.id) }
  },

  async comment({ tenant, caller, body: { leadId, comment, mentions = [] } }) {
    found('Lead', await leadRow(tenant, leadId, commentableBy(caller)))
    const people = [...new Set(mentions)]
    if ((await mentionable(tenant, people)) < people.length)
      throw new UserError(404, 'One of the people mentioned was not found')
    return { data: await addComment(tenant, { leadId, authorId: caller.personId, body: comment, mentions: people }) }
  },

  async editComment({ tenant, caller, params, body }) {
    const before = found('Comment', await commentById(tenant, params.id))
    found('Comment', await leadRow(tenant, before.leadId, commentableBy(caller)))
    if (body.comment === undefined && body.pinned === undefined)
      throw badField('comment', 'Nothing to change: send comment or pinned')
    if (body.comment !== undefined && before.author.id !== caller.personId)
      throw new UserError(403, 'Only its author can change a comment')
    if (body.comment !== undefined && before.age_seconds > EDITABLE_SECONDS)
      throw conflict('A comment can be changed for 10 minutes. Write a new one instead.', undefined, 'too_late')
    return { data: await changeComment(tenant, params.id, body) }
  },

  async open({ tenant, caller, body }) {
    const lead = found('Lead', await leadRow(tenant, body.enquiryId, visibleTo(caller)))
    return { data: await deskOf(tenant, lead) }
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

const EDITABLE_SECONDS = 10 * 60

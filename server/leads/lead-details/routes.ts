import { leadDetails } from '#contract/leads/lead-details.ts'
import { repeatsOf } from '#server/leads/intake/submissions.ts'
import { leadRow } from '#server/leads/lists/rows.ts'
import { commentableBy, readableBy } from '#server/leads/lists/scope.ts'
import { countedTime } from '#server/leads/sla/counted-time.ts'
import { conflict, found } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import type { OriginOf } from '#server/platform/feature.ts'
import { leadComments, onLead } from './comments.ts'
import { whyOf } from './decisions.ts'
import { deskOf } from './desk.ts'
import { historyOf } from './history.ts'
import { verdictById } from './verdict.ts'

export const leadDetailRoutes = (origins: readonly OriginOf[]) =>
  implement('lead-details', leadDetails, {
    async lead({ tenant, caller, params }) {
      const lead = found('Lead', await leadRow(tenant, params.id, readableBy(caller)))
      return { data: { ...lead, repeats: await repeatsOf(tenant, lead.id) } }
    },

    async origin({ tenant, caller, params }) {
      const { id } = found('Lead', await leadRow(tenant, params.id, readableBy(caller)))
      const known = await Promise.all(origins.map((originOf) => originOf(tenant, caller, id)))
      return { data: known.find((origin) => origin !== undefined) ?? null }
    },

    async clock({ tenant, caller, params }) {
      const { id, status } = found('Lead', await leadRow(tenant, params.id, readableBy(caller)))
      return { data: await countedTime(tenant, id, status === 'valid' ? 'response' : 'handling') }
    },

    async products({ tenant, caller, params }) {
      return { data: found('Lead', await leadRow(tenant, params.id, readableBy(caller))).products }
    },

    async history({ tenant, caller, params, query }) {
      const { id } = found('Lead', await leadRow(tenant, params.id, readableBy(caller)))
      return historyOf(tenant, caller, id, query)
    },

    async decisions({ tenant, caller, params }) {
      const { id } = found('Lead', await leadRow(tenant, params.id, readableBy(caller)))
      return { data: await whyOf(tenant, caller.personId, id) }
    },

    async comments({ tenant, caller, params }) {
      const { id } = found('Lead', await leadRow(tenant, params.id, commentableBy(caller)))
      return { data: (await leadComments.list(tenant, id)).map(onLead) }
    },

    async comment({ tenant, caller, body: { leadId, comment, mentions } }) {
      return { data: onLead(await leadComments.add(tenant, caller, leadId, { body: comment, mentions })) }
    },

    async mentionable({ tenant, caller, query: { leadId, search = '' } }) {
      return { data: await leadComments.mentionable(tenant, caller, leadId, search.trim()) }
    },

    async editComment({ tenant, caller, params, body }) {
      return { data: onLead(await leadComments.change(tenant, caller, params.id, body)) }
    },

    async open({ tenant, caller, body }) {
      const lead = found('Lead', await leadRow(tenant, body.enquiryId, readableBy(caller)))
      return { data: await deskOf(tenant, caller, lead) }
    },

    async validated({ tenant, caller, params }) {
      const lead = found('Lead', await leadRow(tenant, params.id, readableBy(caller)))
      if (lead.status !== 'valid')
        throw conflict('This lead has no valid verdict.', { status: lead.status }, 'wrong_status')
      return { data: { lead, validated: found('Verdict', await verdictById(tenant, lead.id)) } }
    },

    async notValidated({ tenant, caller, params }) {
      const lead = found('Lead', await leadRow(tenant, params.id, readableBy(caller)))
      if (lead.status === 'valid')
        throw conflict('This lead has a valid verdict.', { status: lead.status }, 'wrong_status')
      return { data: { lead, reason_code: lead.reason_code, reason_note: lead.reason_note } }
    },
  })

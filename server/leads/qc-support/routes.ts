import { qcSupport, type QcState } from '#contract/leads/qc-support.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { leadRow } from '#server/leads/lists/rows.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import { staffWithIds } from '#server/platform/people/staff-found.ts'
import type { Caller } from '#server/kit/auth.ts'
import { realDay } from '#server/kit/day.ts'
import { badField, conflict, found, UserError } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { tellQuestionBecame } from './notified.ts'
import * as questions from './queries.ts'

export const qcSupportRoutes = implement('qc-support', qcSupport, {
  list: ({ tenant, caller, query }) => questions.list(tenant, caller, query),

  async filterOptions({ tenant, query: { search, ids } }) {
    if (!ids?.length) return { data: await questions.filterOptions(tenant, search) }
    const people = await staffWithIds(tenant, ids)
    return { data: { asked_by: people, answered_by: people } }
  },

  async answer({ tenant, caller, params: { id } }) {
    const question = await questionOf(tenant, caller, id)
    const answers = await questions.answersOf(tenant, id)
    return {
      data: { question, answer: question.answer, answers, comments: await questions.questionComments.list(tenant, id) },
    }
  },

  async submit({ tenant, caller, body: { id, answer, version } }) {
    const before = found('Question', await questions.lock(tenant, id))
    if (before.state === 'closed')
      throw conflict('This question is closed. Reopen it to answer it again.', { state: before.state }, 'wrong_state')
    if (version !== undefined && version !== before.version) {
      const current = await questionOf(tenant, caller, id)
      throw conflict('Someone else has answered this question since you opened it.', { current }, 'version_conflict')
    }
    await questions.addAnswer(tenant, id, answer, caller.personId)
    await questions.setState(tenant, id, 'answered')
    await tellQuestionBecame(tenant, id, 'answered')
    return { data: await questionOf(tenant, caller, id), message: 'The answer was saved.' }
  },

  async ask({ tenant, caller, body: { question, topic, leadId, productId, product_name, due_on } }) {
    if (productId !== undefined && product_name !== undefined)
      throw badField('product_name', 'A catalogue product has its own name. Leave this one empty')
    if (leadId !== undefined) found('Lead', await leadRow(tenant, leadId, visibleTo(caller)))
    if (productId !== undefined) found('Product', (await questions.productExists(tenant, productId)) || undefined)
    const id = await questions.add(tenant, {
      question,
      topic,
      lead_id: leadId ?? null,
      product_id: productId ?? null,
      product_name: product_name ?? null,
      due_on: due_on === undefined ? null : realDay('due_on', due_on),
      asked_by: caller.personId,
    })
    return { data: await questionOf(tenant, caller, id), message: 'The question was sent.' }
  },

  async comment({ tenant, caller, body: { id, comment } }) {
    return { data: await questions.questionComments.add(tenant, caller, id, { body: comment }) }
  },

  async setState({ tenant, caller, body: { id, state, note } }) {
    const before = found('Question', await questions.lock(tenant, id))
    if (before.asked_by !== caller.personId && !caller.can('qc_support_add_comment'))
      throw new UserError(403, 'Only the person who sent the question or people who answer can do this')
    checkChange(before.state, state)
    if (note !== undefined) await questions.questionComments.add(tenant, caller, id, { body: note })
    await questions.setState(tenant, id, state)
    await tellQuestionBecame(tenant, id, state)
    return { data: await questionOf(tenant, caller, id) }
  },

  similar: async ({ tenant, caller, query: { search } }) => ({ data: await questions.similar(tenant, caller, search) }),
})

const questionOf = async (tenant: Tenant, caller: Caller, id: number) =>
  found('Question', await questions.byId(tenant, caller, id))

/** An answer is what reopens and closes are about; a question nobody answered can be withdrawn, which closes it. */
const FROM: Readonly<Record<'reopened' | 'closed', readonly QcState[]>> = {
  reopened: ['answered', 'closed'],
  closed: ['open', 'answered', 'reopened'],
}
const WORDS: Readonly<Record<QcState, string>> = {
  open: 'is already open',
  answered: 'is already answered',
  reopened: 'is already reopened',
  closed: 'is already closed',
}

const checkChange = (from: QcState, to: 'reopened' | 'closed') => {
  if (!FROM[to].includes(from)) throw conflict(`This question ${WORDS[from]}.`, { state: from }, 'wrong_state')
}

import { contactMessages } from '#contract/content/contact-messages.ts'
import { conflict } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { staffWithIds } from '#server/platform/people/staff-found.ts'
import { selectChosen, selectMatching } from '#server/platform/selections/select.ts'
import type { Answers } from './answers.ts'
import { contactBulkActs } from './bulk.ts'
import { contactList, filterOptions, messagesInOrder, messageThere, MESSAGES } from './list.ts'
import { makeLead } from './make-lead.ts'
import { contactComments, contactMessage } from './message.ts'
import { reply, sendAgain } from './reply.ts'
import { rowsOf } from './rows.ts'
import { assignTo, becomes, checkMayHandle, lockAll, lockMessage, notAssignable, refuseWrong } from './standing.ts'

export const contactMessageRoutes = (answers: Answers) =>
  implement('contact-messages', contactMessages, {
    list: ({ tenant, caller, query }) => contactList(tenant, caller, query),

    details: async ({ tenant, caller, params: { id } }) => ({
      data: await contactMessage(tenant, caller, answers, id),
    }),

    async filterOptions({ tenant, query: { search, ids } }) {
      const options = await filterOptions(tenant, search)
      return { data: ids?.length ? { ...options, handled_by: await staffWithIds(tenant, ids) } : options }
    },

    async setStatus({ tenant, caller, body: { ids, status, note } }) {
      const messages = await lockAll(tenant, ids)
      for (const message of messages) refuseWrong(message, status)
      await becomes(tenant, caller.personId, messages, status)
      if (note !== undefined)
        for (const { id } of messages) await contactComments.add(tenant, caller, id, { body: note })
      return { data: await rowsOf(tenant, caller, ids) }
    },

    async assign({ tenant, caller, body: { ids, staffId } }) {
      if (staffId !== null) await checkMayHandle(tenant, staffId)
      const messages = await lockAll(tenant, ids)
      for (const message of messages) {
        const sentence = notAssignable(message)
        if (sentence !== undefined) throw conflict(sentence, { id: message.id, status: message.status }, 'wrong_status')
      }
      await assignTo(tenant, ids, staffId)
      return { data: await rowsOf(tenant, caller, ids) }
    },

    async comment({ tenant, caller, params: { id }, body: { comment } }) {
      const { about: _, ...data } = await contactComments.add(tenant, caller, id, { body: comment })
      return { data }
    },

    async reply({ tenant, caller, params: { id }, body: { message: text, version } }) {
      answers.check()
      const message = await lockMessage(tenant, id)
      if (version !== undefined && version !== message.version)
        throw conflict(
          'Someone else has changed this message since you opened it. Your answer is still here.',
          { current: await contactMessage(tenant, caller, answers, id) },
          'version_conflict',
        )
      await reply(tenant, caller, answers, message, text)
      return { data: await contactMessage(tenant, caller, answers, id), message: 'The answer was sent.' }
    },

    async sendAgain({ tenant, caller, params: { id } }) {
      answers.check()
      const messageId = await sendAgain(tenant, answers, id)
      return { data: await contactMessage(tenant, caller, answers, messageId), message: 'The answer was sent again.' }
    },

    async makeLead({ tenant, caller, params: { id } }) {
      return { data: await makeLead(tenant, caller, id) }
    },

    async select({ tenant, caller, body: { ids, filter = {} } }) {
      const chosen = ids
        ? selectChosen(tenant, caller, MESSAGES, { ids, visible: messageThere() })
        : selectMatching(tenant, caller, MESSAGES, messagesInOrder(tenant, caller, filter))
      return { data: await chosen }
    },
    setStatusOfMany: contactBulkActs.setStatusOfMany.begin,
    assignMany: contactBulkActs.assignMany.begin,
  })

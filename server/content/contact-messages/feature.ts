import { sql } from 'kysely'
import { CONTACT_SORTS, contactMessages as calls } from '#contract/content/contact-messages.ts'
import { kindsOf } from '#server/platform/bulk/jobs.ts'
import { refreshCounts } from '#server/platform/counted-lists/refresh.ts'
import { feature } from '#server/platform/feature.ts'
import { viewedList } from '#server/platform/saved-views/params.ts'
import { answersBy } from './answers.ts'
import { contactBulkActs } from './bulk.ts'
import { eraseOld } from './erase.ts'
import { CONTACT_LIST } from './list.ts'
import { contactNotified, contactRule } from './notified.ts'
import { messageOfLead } from './origin.ts'
import { contactMessageRoutes } from './routes.ts'
import { contactFaults, leadsKept } from './undo-rules.ts'

interface Given {
  config: { smtpUrl: string | undefined; mailFrom: string }
}

export const contactMessages = feature<Given>({
  routes: ({ config }) => contactMessageRoutes(answersBy(config)),
  jobs: kindsOf(contactBulkActs),
  counted: CONTACT_LIST,
  due: { patient: { 'contact-list-counts': refreshCounts(CONTACT_LIST) } },
  views: { 'marketing-contact-us': viewedList(calls.list, CONTACT_SORTS) },
  forget: { 'contact-messages.erase': eraseOld },
  mails: { contact_reply: {} },
  origins: { leads: messageOfLead },
  notifications: { entities: { contact_message: contactNotified }, kinds: { contact_message: contactRule } },
  entities: {
    contact_messages: {
      name: ({ companyId }, caller) => sql`(
        select m.name from contact_messages m
        where m.company_id = ${companyId} and m.id = r.root_id and m.erased_at is null and ${caller.can('contact_us_list')})`,
      seen: (_, caller) => sql`${caller.can('contact_us_list')}`,
      // Whoever answered it is whose it is, and when.
      together: new Set(['status', 'handled_by', 'answered_at', 'first_answer_minutes']),
      faults: contactFaults,
      after: leadsKept,
    },
  },
})

import { CONTACT_SORTS, contacts as calls } from '#contract/directory/contacts.ts'
import { lockDirectory } from '#server/directory/directory-upkeep/lock.ts'
import { kindsOf } from '#server/platform/bulk/jobs.ts'
import { nameIn } from '#server/platform/changes/rules.ts'
import { refreshCounts } from '#server/platform/counted-lists/refresh.ts'
import { feature } from '#server/platform/feature.ts'
import { viewedList } from '#server/platform/saved-views/params.ts'
import { contactBulkActs } from './bulk.ts'
import { CONTACT_LIST } from './list.ts'
import { contactRoutes } from './routes.ts'
import { contactFaults, contactsPutBack } from './undo.ts'

export const contacts = feature({
  routes: contactRoutes,
  jobs: kindsOf(contactBulkActs),
  due: { patient: { 'directory-contact-counts': refreshCounts(CONTACT_LIST) } },
  views: { 'communication-contacts': viewedList(calls.list, CONTACT_SORTS) },
  counted: CONTACT_LIST,
  entities: {
    directory_contacts: {
      name: nameIn('directory_contacts'),
      lock: lockDirectory,
      // Whether it is there is made of what people and sources say.
      madeAnew: new Set(['deleted_at']),
      parts: new Set(['own']),
      faults: contactFaults,
      after: contactsPutBack,
    },
  },
})

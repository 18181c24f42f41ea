import { companies as calls, COMPANY_SORTS } from '#contract/directory/companies.ts'
import { lockDirectory } from '#server/directory/directory-upkeep/lock.ts'
import { kindsOf } from '#server/platform/bulk/jobs.ts'
import { nameIn } from '#server/platform/changes/rules.ts'
import { refreshCounts } from '#server/platform/counted-lists/refresh.ts'
import { feature } from '#server/platform/feature.ts'
import { viewedList } from '#server/platform/saved-views/params.ts'
import { companyBulkActs } from './bulk.ts'
import { COMPANY_LIST } from './list.ts'
import { companyRoutes } from './routes.ts'
import { companiesPutBack, companyFaults } from './undo.ts'

export const companies = feature({
  routes: companyRoutes,
  jobs: kindsOf(companyBulkActs),
  due: { patient: { 'directory-company-counts': refreshCounts(COMPANY_LIST) } },
  views: { 'communication-companies': viewedList(calls.list, COMPANY_SORTS) },
  counted: COMPANY_LIST,
  entities: {
    directory_companies: {
      name: nameIn('directory_companies'),
      lock: lockDirectory,
      // Whether it is there is made of what people and sources say.
      madeAnew: new Set(['deleted_at']),
      parts: new Set(['own']),
      faults: companyFaults,
      after: companiesPutBack,
    },
  },
})

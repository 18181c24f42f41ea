import type { QueryOf } from '#contract/kit/endpoint.ts'
import { toSearch } from '#contract/kit/request.ts'
import type { qcSupport } from '#contract/leads/qc-support.ts'
import { can } from '#web/kit/data/session.ts'

interface Asked extends QueryOf<typeof qcSupport.list> {
  /** The one that is open beside the list. */
  question?: number
}

/** The address of exactly these questions, under the view that shows them; undefined for whoever may not open the list. */
export const linkToQuestions = (asked: Asked, view = 'all'): string | undefined =>
  can('view_qc_support_menu') && can('qc_support_list')
    ? `/marketing/qc_support?${toSearch({ view, ...asked })}`
    : undefined

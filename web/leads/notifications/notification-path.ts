import type { Notification } from '#contract/leads/notifications.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { leadPath } from '#web/leads/list/lead-path.ts'
import { linkToQuestions } from '#web/leads/qc-support/question-links.ts'
import { can } from '#web/kit/data/session.ts'

/** Where this person finds what the line is about; undefined when no page of theirs shows it, or it is about several. */
export const pathOf = ({ queue, question, total, leads: [only] }: Notification): string | undefined => {
  if (queue) return queuePath(queue)
  if (question !== null) return linkToQuestions({ question })
  return total === 1 && only ? leadPath(only) : undefined
}

const queuePath = (list: 'qa' | 'sales'): string | undefined => {
  const { path, keys } = WAITING[list]
  return keys.every((key) => can(key)) ? path : undefined
}

const WAITING: Readonly<Record<'qa' | 'sales', { path: string; keys: readonly PermissionKey[] }>> = {
  qa: { path: '/marketing/all_leads', keys: ['view_all_leads_menu', 'all_leads_list'] },
  sales: { path: '/marketing/valid_leads?sales_person=none', keys: ['view_valid_leads_menu', 'valid_leads_list'] },
}

import { toSearch } from '#contract/kit/request.ts'
import type { LeadQuery } from '#contract/leads/lead.ts'
import type { VerdictQuery } from '#contract/leads/my-verdicts.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { can, session } from '#web/kit/data/session.ts'

/** Where a list of leads is, what opens its page, what its call needs, and what shows everybody's leads on it. */
const LISTS = {
  marketing: {
    path: '/marketing/marketing_leads_list',
    needs: ['view_marketing_leads_menu', 'marketing_leads_list'],
  },
  unassigned: { path: '/marketing/all_leads', needs: ['view_all_leads_menu', 'all_leads_list'] },
  assigned: {
    path: '/marketing/assigned_leads',
    needs: ['view_assigned_leads_menu', 'assigned_leads_list'],
    all: 'marketing_leads_reassign',
  },
  decided: {
    path: '/marketing/my_verdicts',
    needs: ['view_assigned_leads_menu', 'assigned_leads_list'],
  },
  valid: {
    path: '/marketing/valid_leads',
    needs: ['view_valid_leads_menu', 'valid_leads_list'],
    all: 'valid_leads_assign',
  },
} as const satisfies Record<string, { path: string; needs: readonly PermissionKey[]; all?: PermissionKey }>

/** The address of exactly these leads, under the view that shows them; undefined for whoever may not open the list. */
export const linkToLeads = (
  list: keyof typeof LISTS,
  query: LeadQuery & VerdictQuery,
  view = 'all',
): string | undefined => {
  const { path, needs } = LISTS[list]
  return needs.every((key) => can(key)) ? `${path}?${toSearch({ view, ...query })}` : undefined
}

/** The same for what one person holds, or several together: others' leads need the key to all. */
export const linkToHeld = (
  list: 'assigned' | 'valid',
  held: number | readonly number[],
  query: LeadQuery,
): string | undefined => {
  const people = [held].flat()
  const me = session.get().user?.id
  const mayOpen = people.every((id) => id === me) || can(LISTS[list].all)
  const holder = list === 'assigned' ? { assigned_qa: people } : { sales_person: people }
  return mayOpen ? linkToLeads(list, { ...holder, ...query }) : undefined
}

import { allLeads } from '#contract/leads/all-leads.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { myVerdicts } from '#contract/leads/my-verdicts.ts'
import { registrationLeads } from '#contract/leads/registration-leads.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'

/** Every list that a lead may be on; an act on a lead puts all of them out of date. */
export const LEAD_LISTS = [
  marketingLeads.list,
  allLeads.list,
  assignedLeads.list,
  validLeads.list,
  registrationLeads.list,
  myVerdicts.list,
] as const

export type LeadListEndpoint = (typeof LEAD_LISTS)[number]

/** The key that lets its holder comment on the leads of a list. */
export const COMMENT_KEY: Readonly<Record<LeadListEndpoint['permission'], PermissionKey>> = {
  marketing_leads_list: 'marketing_leads_comments',
  all_leads_list: 'all_leads_comments',
  assigned_leads_list: 'assigned_leads_comments',
  valid_leads_list: 'valid_leads_comments',
  // Registrations have no key of their own for it.
  registration_leads_list: 'assigned_leads_comments',
}

/** What a list is called where leads of it are selected. */
export const NAME_OF_LIST = {
  marketing_leads_list: 'marketing',
  all_leads_list: 'unassigned',
  assigned_leads_list: 'assigned',
  valid_leads_list: 'valid',
  registration_leads_list: 'registration',
} as const satisfies Record<LeadListEndpoint['permission'], string>

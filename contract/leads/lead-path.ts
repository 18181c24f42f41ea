import type { PermissionKey } from '#contract/kit/permissions.ts'

interface Place {
  path: string
  /** What opens the page, and what shows its rows. */
  keys: readonly [PermissionKey, PermissionKey]
  holds: (lead: { kind: string; status: string }) => boolean
}

const HELD = ['assigned', 'in-progress', 'on_hold']

/** The nearest list first; Leads has every enquiry. */
const PLACES: readonly Place[] = [
  {
    path: '/marketing/assigned_leads',
    keys: ['view_assigned_leads_menu', 'assigned_leads_list'],
    holds: ({ kind, status }) => kind === 'enquiry' && HELD.includes(status),
  },
  {
    path: '/marketing/valid_leads',
    keys: ['view_valid_leads_menu', 'valid_leads_list'],
    holds: ({ kind, status }) => kind === 'enquiry' && status === 'valid',
  },
  {
    path: '/marketing/all_leads',
    keys: ['view_all_leads_menu', 'all_leads_list'],
    holds: ({ kind, status }) => kind === 'enquiry' && status === 'new',
  },
  {
    path: '/marketing/registration_leads',
    keys: ['view_registration_leads_menu', 'registration_leads_list'],
    holds: ({ kind }) => kind === 'registration',
  },
  {
    path: '/marketing/marketing_leads_list',
    keys: ['view_marketing_leads_menu', 'marketing_leads_list'],
    holds: ({ kind }) => kind === 'enquiry',
  },
  // Who sees a decided lead on no other list has decided it.
  {
    path: '/marketing/my_verdicts',
    keys: ['view_assigned_leads_menu', 'assigned_leads_list'],
    holds: ({ kind, status }) => kind === 'enquiry' && (status === 'valid' || status === 'invalid'),
  },
]

/** Where a person finds the lead, opened beside its list; undefined when no page of theirs shows it. */
export const leadPathFor = (
  lead: { id: number; kind: string; status: string },
  can: (key: PermissionKey) => boolean,
): string | undefined => {
  const place = PLACES.find(({ keys, holds }) => keys.every((key) => can(key)) && holds(lead))
  return place && `${place.path}?lead=${lead.id}`
}

/** A lead of which no more is known than its id: the page looks where it is now, and says so where there is nothing to open. */
export const pathToLead = (id: number) => `/marketing/notifications?lead=${id}`

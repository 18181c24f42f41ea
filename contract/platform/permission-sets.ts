import { PERMISSION_GROUPS, PERMISSION_KEYS, type PermissionKey } from '#contract/kit/permissions.ts'

/** Ready-made choices for the permission table. The table decides what a person may do; a set only fills it. */
export const PERMISSION_SETS = {
  'Marketing manager': [
    ...PERMISSION_GROUPS.Leads,
    ...PERMISSION_GROUPS['Add Leads'],
    ...PERMISSION_GROUPS['Import Leads'],
    ...PERMISSION_GROUPS['Unassigned Leads'],
    ...PERMISSION_GROUPS['Assigned Leads'],
    ...PERMISSION_GROUPS['Valid Leads'],
    ...PERMISSION_GROUPS.Duplicates,
    ...PERMISSION_GROUPS['Registration Leads'],
    'view_qc_support_menu',
    'qc_support_list',
    'qc_support_view',
    'qc_support_ask',
    ...PERMISSION_GROUPS['Restrict Domain'],
    ...PERMISSION_GROUPS['Assign QA'],
    ...PERMISSION_GROUPS['B2B Sales Rep Auto Assign'],
    ...PERMISSION_GROUPS['Sales Member Dashboard'],
    'master_products_view',
    'products_list',
    ...PERMISSION_GROUPS['Competitor insight'],
    ...PERMISSION_GROUPS.Contacts,
    'view_configuration_menu',
    'configuration_edit',
    'changes_undo_others',
    'saved_views_share',
  ],
  QA: [
    'view_all_leads_menu',
    'view_assigned_leads_menu',
    'view_registration_leads_menu',
    'view_qc_support_menu',
    'all_leads_list',
    'all_leads_comments',
    'all_leads_assign_to_me',
    'assigned_leads_list',
    'assigned_leads_comments',
    'assigned_leads_edit_status',
    'registration_leads_list',
    'registration_leads_edit_status',
    'lead_details_view',
    'marketing_leads_history',
    'restrict_domain_list',
    'qc_support_list',
    'qc_support_view',
    'qc_support_ask',
    'contacts_list',
    'products_list',
  ],
  'Sales rep': [
    'view_valid_leads_menu',
    'valid_leads_list',
    'valid_leads_comments',
    'valid_leads_view_validated_details',
    'valid_leads_edit_enquiry_status',
    'marketing_leads_history',
    'contacts_list',
    'products_list',
    'qc_support_list',
    'qc_support_view',
    'qc_support_ask',
    'view_qc_support_menu',
  ],
  QC: [
    ...PERMISSION_GROUPS['QC Support'],
    'master_products_view',
    'master_products_edit',
    'activity_logs_view',
    'products_list',
    'vendor_data_update_list',
    'vendor_data_update_decide',
  ],
  'Content editor': [
    'blogs_list',
    'blogs_add',
    'blogs_edit',
    'blogs_delete',
    'blogs_send_updates',
    'blog_authors_list',
    'blog_authors_edit',
    'newsletter_list',
    'newsletter_edit',
    'contact_us_list',
    'contact_us_edit',
    'competitor_posts_list',
    'competitor_sites_edit',
    'products_list',
  ],
  Admin: PERMISSION_KEYS,
} as const satisfies Record<string, readonly PermissionKey[]>

export type PermissionSet = keyof typeof PERMISSION_SETS

export const PERMISSION_SET_NAMES: readonly PermissionSet[] = [
  'Marketing manager',
  'QA',
  'Sales rep',
  'QC',
  'Content editor',
  'Admin',
]

/** What somebody has beyond a set, and what of the set they lack. */
export interface SetDifference {
  extra: readonly PermissionKey[]
  missing: readonly PermissionKey[]
}

export const differenceFrom = (set: readonly PermissionKey[], keys: readonly string[]): SetDifference => ({
  extra: PERMISSION_KEYS.filter((key) => keys.includes(key) && !set.includes(key)),
  missing: PERMISSION_KEYS.filter((key) => !keys.includes(key) && set.includes(key)),
})

/** The set that the keys differ least from, where one that is missing counts twice; undefined where none is near: all differ by more than half. */
export const nearestSet = (keys: readonly string[]): PermissionSet | undefined => {
  const near = PERMISSION_SET_NAMES.map((name) => ({ name, distance: distanceFrom(name, keys) }))
    .filter(({ name, distance }) => distance <= PERMISSION_SETS[name].length / 2)
    .toSorted((one, other) => one.distance - other.distance)
  return near[0]?.name
}

/** “Sales rep”, “Sales rep, plus 2”, “Custom”. */
export const setInWords = (keys: readonly string[]): string => {
  const set = nearestSet(keys)
  if (set === undefined) return keys.length === 0 ? 'None' : 'Custom'
  const words = differenceInWords(differenceFrom(PERMISSION_SETS[set], keys))
  return words === '' ? set : `${set}, ${words}`
}

/** “plus 2, minus 1”; nothing where there is no difference. */
export const differenceInWords = ({ extra, missing }: SetDifference) =>
  [extra.length > 0 && `plus ${extra.length}`, missing.length > 0 && `minus ${missing.length}`]
    .filter((part) => part !== false)
    .join(', ')

const distanceFrom = (name: PermissionSet, keys: readonly string[]) => {
  const { extra, missing } = differenceFrom(PERMISSION_SETS[name], keys)
  return extra.length + 2 * missing.length
}

/** Every permission key, by the screen that it is for, in the order of the menu. Function = the key itself. */
export const PERMISSION_GROUPS = {
  Leads: [
    'view_marketing_leads_menu',
    'marketing_leads_list',
    'marketing_leads_history',
    'marketing_leads_analytics',
    'leads_export',
    'marketing_leads_comments',
    'marketing_leads_edit',
    'marketing_leads_assign_to_staff',
    'marketing_leads_reassign',
    'marketing_leads_delete',
  ],
  'Add Leads': ['view_add_leads_menu', 'marketing_leads_add'],
  'Import Leads': ['leads_import'],
  'Unassigned Leads': ['view_all_leads_menu', 'all_leads_list', 'all_leads_comments', 'all_leads_assign_to_me'],
  'Assigned Leads': [
    'view_assigned_leads_menu',
    'assigned_leads_list',
    'assigned_leads_comments',
    'assigned_leads_edit_status',
  ],
  'Valid Leads': [
    'view_valid_leads_menu',
    'valid_leads_list',
    'valid_leads_view_validated_details',
    'valid_leads_comments',
    'valid_leads_edit_enquiry_status',
    'valid_leads_assign',
  ],
  Duplicates: ['leads_merge'],
  'Registration Leads': [
    'view_registration_leads_menu',
    'registration_leads_list',
    'lead_details_view',
    'registration_leads_edit_status',
  ],
  'QC Support': [
    'view_qc_support_menu',
    'qc_support_list',
    'qc_support_view',
    'qc_support_ask',
    'qc_support_add_comment',
  ],
  'Restrict Domain': [
    'view_restrict_domain_menu',
    'restrict_domain_list',
    'restrict_domain_add',
    'restrict_domain_update_status',
    'restrict_domain_update',
    'restrict_domain_delete',
  ],
  'Assign QA': ['qa_auto_assign_list', 'qa_auto_assign_set_status', 'qa_auto_assign_add', 'qa_auto_assign_delete'],
  'B2B Sales Rep Auto Assign': [
    'view_b2b_auto_assign_menu',
    'salesrep_auto_assign_list',
    'salesrep_auto_assign_update',
    'salesrep_auto_assign_add',
    'salesrep_auto_assign_delete',
  ],
  'Sales Member Dashboard': ['view_sales_member_dashboard', 'sales_dashboard_view'],
  Products: [
    'master_products_view',
    'products_list',
    'master_products_edit',
    'master_products_toggle_discoverable',
    'activity_logs_view',
  ],
  Content: [
    'blogs_list',
    'blogs_add',
    'blogs_edit',
    'blogs_delete',
    'blogs_send_updates',
    'blog_authors_list',
    'blog_authors_edit',
    'contact_us_list',
    'contact_us_edit',
    'newsletter_list',
    'newsletter_edit',
    'vendor_data_update_list',
    'vendor_data_update_decide',
  ],
  'Competitor insight': ['competitor_posts_list', 'competitor_sites_edit'],
  Contacts: ['contacts_list', 'contacts_edit'],
  Administration: [
    'view_configuration_menu',
    'configuration_edit',
    'people_manage',
    'changes_undo_others',
    'saved_views_share',
  ],
} as const

export type PermissionGroup = keyof typeof PERMISSION_GROUPS
export type PermissionKey = (typeof PERMISSION_GROUPS)[PermissionGroup][number]

export const PERMISSION_KEYS: readonly PermissionKey[] = Object.values(PERMISSION_GROUPS).flat()

/** The area that a key lies in, in the table that the permissions service answers. */
export const areaOf = (key: PermissionKey) => (key === 'competitor_posts_list' ? 'competitor_insight' : 'marketing')

/** What the seed calls the product in the permissions service. */
export const PRODUCT_CODE = 25

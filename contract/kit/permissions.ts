/** Every permission key, by group as the permission matrix shows them. Function = the key itself. */
export const PERMISSION_GROUPS = {
  Menus: [
    'view_marketing_leads_menu',
    'view_all_leads_menu',
    'view_assigned_leads_menu',
    'view_add_leads_menu',
    'view_valid_leads_menu',
    'view_registration_leads_menu',
    'view_sales_member_dashboard',
    'view_restrict_domain_menu',
    'view_qc_support_menu',
    'view_b2b_auto_assign_menu',
    'view_configuration_menu',
  ],
  'Marketing leads': [
    'marketing_leads_list',
    'marketing_leads_edit',
    'marketing_leads_delete',
    'marketing_leads_reassign',
    'marketing_leads_comments',
    'marketing_leads_history',
    'marketing_leads_analytics',
    'marketing_leads_assign_to_staff',
    'marketing_leads_add',
    'leads_merge',
    'leads_import',
    'leads_export',
  ],
  'All leads': ['all_leads_list', 'all_leads_comments', 'all_leads_assign_to_me'],
  'Assigned leads': ['assigned_leads_list', 'assigned_leads_comments', 'assigned_leads_edit_status'],
  'Valid leads': [
    'valid_leads_list',
    'valid_leads_assign',
    'valid_leads_comments',
    'valid_leads_view_validated_details',
    'valid_leads_edit_enquiry_status',
  ],
  'Registration leads': ['registration_leads_list', 'registration_leads_edit_status', 'lead_details_view'],
  'Restricted domains': [
    'restrict_domain_list',
    'restrict_domain_add',
    'restrict_domain_update_status',
    'restrict_domain_update',
    'restrict_domain_delete',
  ],
  'QC support': ['qc_support_list', 'qc_support_view', 'qc_support_add_comment', 'qc_support_ask'],
  'B2B auto-assign': [
    'salesrep_auto_assign_list',
    'salesrep_auto_assign_add',
    'salesrep_auto_assign_update',
    'salesrep_auto_assign_delete',
  ],
  'QA auto-assign': ['qa_auto_assign_list', 'qa_auto_assign_set_status', 'qa_auto_assign_add', 'qa_auto_assign_delete'],
  'Master products': [
    'master_products_view',
    'master_products_toggle_discoverable',
    'master_products_edit',
    'activity_logs_view',
    'products_list',
  ],
  Content: [
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
    'vendor_data_update_list',
    'vendor_data_update_decide',
  ],
  'Directory and insight': ['contacts_list', 'competitor_posts_list', 'competitor_sites_edit'],
  Administration: [
    'sales_dashboard_view',
    'saved_views_share',
    'people_manage',
    'changes_undo_others',
    'configuration_edit',
  ],
} as const

export type PermissionKey = (typeof PERMISSION_GROUPS)[keyof typeof PERMISSION_GROUPS][number]

export const PERMISSION_KEYS: readonly PermissionKey[] = Object.values(PERMISSION_GROUPS).flat()

/** The area that a key lies in, in the table that the permissions service answers. */
export const areaOf = (key: PermissionKey) => (key === 'competitor_posts_list' ? 'competitor_insight' : 'marketing')

/** What the seed calls the product in the permissions service. */
export const PRODUCT_CODE = 25

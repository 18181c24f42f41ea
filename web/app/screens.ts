import { matchPath } from 'react-router'
import type { Permission } from '#contract/kit/endpoint.ts'
import { can } from '#web/kit/data/session.ts'
import { latePage, type LatePage } from './late-page.tsx'

export const MENU_GROUPS = [
  'Leads',
  'Quality and routing',
  'Catalogue',
  'Content',
  'Competitor insight',
  'Directory',
] as const
export type MenuGroup = (typeof MENU_GROUPS)[number]

export interface Screen {
  path: string
  /** Word for word: the heading, the document's title and the menu. */
  title: string
  /** In the menu, where its title would not do. */
  menuTitle?: string
  /** `foot` is pinned below the groups, `top` above them; without one it is in no menu. */
  group?: MenuGroup | 'top' | 'foot'
  /** What opens the page; without one the page opens for everybody, and its calls are checked. */
  guard?: Permission
  /** What shows it in the menu, where that is not the guard: the menu key, else the list key. */
  menu?: Permission
  /** The list that it belongs to, where its address has a parameter. */
  under?: { title: string; path: string }
  page: LatePage
}

/** Every screen, in the order of the menu. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/',
    title: 'Marketing / Dashboard',
    menuTitle: 'Dashboard',
    group: 'top',
    page: latePage(() => import('#web/leads/dashboard/DashboardPage.tsx')),
  },
  {
    path: '/marketing/marketing_leads_list',
    title: 'Leads',
    group: 'Leads',
    guard: 'view_marketing_leads_menu',
    page: latePage(() => import('#web/leads/marketing-leads/MarketingLeadsPage.tsx')),
  },
  {
    path: '/marketing/add_leads',
    title: 'Add Leads',
    group: 'Leads',
    guard: 'view_add_leads_menu',
    page: latePage(() => import('#web/leads/add-lead/AddLeadPage.tsx')),
  },
  {
    path: '/marketing/import_leads',
    title: 'Import Leads',
    group: 'Leads',
    menu: 'leads_import',
    page: latePage(() => import('#web/leads/imports/ImportLeadsPage.tsx')),
  },
  {
    path: '/marketing/all_leads',
    title: 'Unassigned Leads',
    group: 'Leads',
    guard: 'view_all_leads_menu',
    page: latePage(() => import('#web/leads/all-leads/AllLeadsPage.tsx')),
  },
  {
    path: '/marketing/assigned_leads',
    title: 'Assigned Leads',
    group: 'Leads',
    guard: 'view_assigned_leads_menu',
    page: latePage(() => import('#web/leads/assigned-leads/AssignedLeadsPage.tsx')),
  },
  {
    path: '/marketing/my_verdicts',
    title: 'My Verdicts',
    group: 'Leads',
    guard: 'view_assigned_leads_menu',
    page: latePage(() => import('#web/leads/my-verdicts/MyVerdictsPage.tsx')),
  },
  {
    path: '/marketing/valid_leads',
    title: 'Valid Leads',
    group: 'Leads',
    guard: 'view_valid_leads_menu',
    page: latePage(() => import('#web/leads/valid-leads/ValidLeadsPage.tsx')),
  },
  {
    path: '/marketing/duplicates',
    title: 'Duplicates',
    group: 'Leads',
    menu: 'leads_merge',
    page: latePage(() => import('#web/leads/duplicates/DuplicatesPage.tsx')),
  },
  {
    path: '/marketing/registration_leads',
    title: 'Registration Leads',
    group: 'Leads',
    guard: 'view_registration_leads_menu',
    page: latePage(() => import('#web/leads/registration-leads/RegistrationLeadsPage.tsx')),
  },
  {
    path: '/marketing/qc_support',
    title: 'QC Support',
    group: 'Quality and routing',
    guard: 'view_qc_support_menu',
    page: latePage(() => import('#web/leads/qc-support/QcSupportPage.tsx')),
  },
  {
    path: '/marketing/restrict_domain',
    title: 'Restrict Domain',
    group: 'Quality and routing',
    menu: 'view_restrict_domain_menu',
    page: latePage(() => import('#web/leads/restricted-domains/RestrictedDomainsPage.tsx')),
  },
  {
    path: '/marketing/auto_assign_qa',
    title: 'Assign QA',
    group: 'Quality and routing',
    menu: 'qa_auto_assign_list',
    page: latePage(() => import('#web/leads/auto-assign-qa/AutoAssignQaPage.tsx')),
  },
  {
    path: '/marketing/b2b_auto_salesrep_assign',
    title: 'B2B Sales Rep Auto Assign',
    group: 'Quality and routing',
    menu: 'view_b2b_auto_assign_menu',
    page: latePage(() => import('#web/leads/auto-assign-sales/AutoAssignSalesPage.tsx')),
  },
  {
    path: '/marketing/sales_member_dashboard',
    title: 'Sales Member Dashboard',
    group: 'Quality and routing',
    guard: 'view_sales_member_dashboard',
    page: latePage(() => import('#web/leads/sales-dashboard/SalesDashboardPage.tsx')),
  },
  {
    path: '/marketing/masterproduct_properties',
    title: 'Product Properties',
    group: 'Catalogue',
    menu: 'master_products_view',
    page: latePage(() => import('#web/catalogue/master-products/MasterProductsPage.tsx')),
  },
  {
    path: '/marketing/product_listing',
    title: 'Product List',
    group: 'Catalogue',
    menu: 'products_list',
    page: latePage(() => import('#web/catalogue/product-list/ProductListPage.tsx')),
  },
  {
    path: '/marketing/import_products',
    title: 'Import Products',
    group: 'Catalogue',
    menu: 'master_products_edit',
    page: latePage(() => import('#web/catalogue/product-imports/ImportProductsPage.tsx')),
  },
  {
    path: '/marketing/blog_listing',
    title: 'Blog List',
    group: 'Content',
    menu: 'blogs_list',
    page: latePage(() => import('#web/content/blog-list/BlogListPage.tsx')),
  },
  {
    path: '/marketing/blog_author_listing',
    title: 'Blog Author List',
    group: 'Content',
    menu: 'blog_authors_list',
    page: latePage(() => import('#web/content/blog-authors/BlogAuthorsPage.tsx')),
  },
  {
    path: '/marketing/contactus_listing',
    title: 'Contact List',
    group: 'Content',
    menu: 'contact_us_list',
    page: latePage(() => import('#web/content/contact-messages/ContactListPage.tsx')),
  },
  {
    path: '/marketing/news_letter_listing',
    title: 'News Letter List',
    group: 'Content',
    menu: 'newsletter_list',
    page: latePage(() => import('#web/content/subscribers/SubscribersPage.tsx')),
  },
  {
    path: '/marketing/import_subscribers',
    title: 'Import Subscribers',
    group: 'Content',
    menu: 'newsletter_edit',
    page: latePage(() => import('#web/content/subscribers/ImportSubscribersPage.tsx')),
  },
  {
    path: '/marketing/vendor_data_update_listing',
    title: 'Vendor Data Update List',
    group: 'Content',
    menu: 'vendor_data_update_list',
    page: latePage(() => import('#web/catalogue/vendor-updates/VendorUpdatesPage.tsx')),
  },
  {
    path: '/competitorInsight/PostListing',
    title: 'Blog Post List',
    group: 'Competitor insight',
    menu: 'competitor_posts_list',
    page: latePage(() => import('#web/insight/PostListingPage.tsx')),
  },
  {
    path: '/communication/contacts',
    title: 'Contacts',
    group: 'Directory',
    menu: 'contacts_list',
    page: latePage(() => import('#web/directory/contacts/ContactsPage.tsx')),
  },
  {
    path: '/communication/import_contacts',
    title: 'Import Contacts',
    group: 'Directory',
    menu: 'contacts_edit',
    page: latePage(() => import('#web/directory/directory-imports/ImportContactsPage.tsx')),
  },
  {
    path: '/communication/import_companies',
    title: 'Import Companies',
    group: 'Directory',
    menu: 'contacts_edit',
    page: latePage(() => import('#web/directory/directory-imports/ImportCompaniesPage.tsx')),
  },
  {
    path: '/marketing/recent_changes',
    title: 'Recent changes',
    group: 'foot',
    page: latePage(() => import('./ChangesPage.tsx')),
  },
  {
    path: '/marketing/configuration',
    title: 'Configuration',
    group: 'foot',
    guard: 'view_configuration_menu',
    page: latePage(() => import('./ConfigurationPage.tsx')),
  },
  { path: '/Unauthorized', title: '403 Unauthorized', page: latePage(() => import('./UnauthorizedPage.tsx')) },
  {
    path: '/app/companies',
    title: 'Companies',
    page: latePage(() => import('#web/portal/CompaniesPage.tsx')),
  },
  {
    path: '/app/people',
    title: 'People',
    guard: 'people_manage',
    page: latePage(() => import('#web/portal/PeoplePage.tsx')),
  },
  {
    path: '/app/people/:id',
    title: 'Permissions',
    guard: 'people_manage',
    under: { title: 'People', path: '/app/people' },
    page: latePage(() => import('#web/portal/PermissionsPage.tsx')),
  },
  {
    path: '/marketing/notifications',
    title: 'Notifications',
    page: latePage(() => import('./NotificationsPage.tsx')),
  },
  {
    path: '/marketing/my_permissions',
    title: 'My permissions',
    page: latePage(() => import('#web/platform/my-permissions/MyPermissionsPage.tsx')),
  },
  { path: '/app/profile', title: 'My profile', page: latePage(() => import('#web/portal/ProfilePage.tsx')) },
  { path: '/app/sessions', title: 'Sessions', page: latePage(() => import('#web/portal/SessionsPage.tsx')) },
]

/** The way that leads to a screen, as the header shows it. */
export const trailOf = ({ path, title, menuTitle, group, under }: Screen): readonly string[] => {
  if (under) return ['Account', under.title, title]
  if (path === '/') return ['Marketing', menuTitle ?? title]
  if (path.startsWith('/app/') || group === undefined) return ['Account', title]
  if (group === 'foot') return ['Settings', title]
  return group && group !== 'top' ? [group, title] : [title]
}

/** Whether the person finds the screen in the menu. */
export const isVisible = ({ group, guard, menu }: Screen) => group !== undefined && can(menu ?? guard ?? 'signed-in')

/** Brings the code of the page at an address before it is shown. */
export const loadPageAt = (path: string) => screenAt(path)?.page.load()

export const screenAt = (path: string) => SCREENS.find((screen) => matchPath(screen.path, path) !== null)

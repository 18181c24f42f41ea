import { OTHERS } from '#server/platform/changes/rules.ts'
import { dryRuns } from '#server/platform/bulk/feature.ts'
import { changes } from '#server/platform/changes/feature.ts'
import { files } from '#server/platform/files/feature.ts'
import { jobs } from '#server/platform/jobs/feature.ts'
import { live } from '#server/platform/live/feature.ts'
import { comments } from '#server/platform/comments/feature.ts'
import { notifications } from '#server/platform/notifications/feature.ts'
import { myPermissions } from '#server/platform/my-permissions/feature.ts'
import { outbox } from '#server/platform/outbox/feature.ts'
import { savedViews } from '#server/platform/saved-views/feature.ts'
import { selections } from '#server/platform/selections/feature.ts'
import { pictures } from '#server/platform/pictures/feature.ts'
import { productPictures } from '#server/catalogue/product-pictures/feature.ts'
import { addLead } from '#server/leads/add-lead/feature.ts'
import { allLeads } from '#server/leads/all-leads/feature.ts'
import { allowedDomains } from '#server/leads/allowed-domains/feature.ts'
import { assignedLeads } from '#server/leads/assigned-leads/feature.ts'
import { assignment } from '#server/leads/assignment/feature.ts'
import { assignmentReplay } from '#server/leads/assignment-replay/feature.ts'
import { autoAssignQa } from '#server/leads/auto-assign-qa/feature.ts'
import { autoAssignSales } from '#server/leads/auto-assign-sales/feature.ts'
import { availability } from '#server/leads/availability/feature.ts'
import { bulk } from '#server/leads/bulk/feature.ts'
import { checklist } from '#server/leads/checklist/feature.ts'
import { companyWords } from '#server/leads/company-words/feature.ts'
import { configuration } from '#server/leads/configuration/feature.ts'
import { dashboard } from '#server/leads/dashboard/feature.ts'
import { domainSuggestions } from '#server/leads/domain-suggestions/feature.ts'
import { duplicates } from '#server/leads/duplicates/feature.ts'
import { enquiryChecks } from '#server/leads/enquiry-checks/feature.ts'
import { exports } from '#server/leads/exports/feature.ts'
import { imports } from '#server/leads/imports/feature.ts'
import { intake } from '#server/leads/intake/feature.ts'
import { lead } from '#server/leads/lead/feature.ts'
import { leadDetails } from '#server/leads/lead-details/feature.ts'
import { leadEdits } from '#server/leads/lead-edits/feature.ts'
import { lists } from '#server/leads/lists/feature.ts'
import { lookups } from '#server/leads/lookups/feature.ts'
import { marketingLeads } from '#server/leads/marketing-leads/feature.ts'
import { myVerdicts } from '#server/leads/my-verdicts/feature.ts'
import { notified } from '#server/leads/notified/feature.ts'
import { palette } from '#server/leads/palette/feature.ts'
import { presence } from '#server/leads/presence/feature.ts'
import { qcSupport } from '#server/leads/qc-support/feature.ts'
import { registrationLeads } from '#server/leads/registration-leads/feature.ts'
import { restrictedDomains } from '#server/leads/restricted-domains/feature.ts'
import { retention } from '#server/leads/retention/feature.ts'
import { salesEmail } from '#server/leads/sales-email/feature.ts'
import { salesDashboard } from '#server/leads/sales-dashboard/feature.ts'
import { sla } from '#server/leads/sla/feature.ts'
import { sourceDetails } from '#server/leads/source-details/feature.ts'
import { totals } from '#server/leads/totals/feature.ts'
import { validLeads } from '#server/leads/valid-leads/feature.ts'
import { masterProducts } from '#server/catalogue/master-products/feature.ts'
import { productCells } from '#server/catalogue/product-cells/feature.ts'
import { productBulk } from '#server/catalogue/product-bulk/feature.ts'
import { productDuplicates } from '#server/catalogue/product-duplicates/feature.ts'
import { productExports } from '#server/catalogue/product-exports/feature.ts'
import { productImportsFeature } from '#server/catalogue/product-imports/feature.ts'
import { productStructure } from '#server/catalogue/product-structure/feature.ts'
import { structureEdits } from '#server/catalogue/structure-edits/feature.ts'
import { productDemand } from '#server/catalogue/product-demand/feature.ts'
import { productList } from '#server/catalogue/product-list/feature.ts'
import { productNames } from '#server/catalogue/product-names/feature.ts'
import { unknownProducts } from '#server/catalogue/unknown-products/feature.ts'
import { vendorIntake } from '#server/catalogue/vendor-intake/feature.ts'
import { vendorUpdates } from '#server/catalogue/vendor-updates/feature.ts'
import { blogBulk } from '#server/content/blog-bulk/feature.ts'
import { blogPosts } from '#server/content/blog-posts/feature.ts'
import { blogPublishing } from '#server/content/blog-publishing/feature.ts'
import { blogVersions } from '#server/content/blog-versions/feature.ts'
import { blogWorkingCopies } from '#server/content/blog-working-copies/feature.ts'
import { blogAuthors } from '#server/content/blog-authors/feature.ts'
import { blogCategories } from '#server/content/blog-categories/feature.ts'
import { blogImages } from '#server/content/blog-images/feature.ts'
import { bounces } from '#server/content/bounces/feature.ts'
import { contactExports } from '#server/content/contact-exports/feature.ts'
import { contactForm } from '#server/content/contact-form/feature.ts'
import { contactMessages } from '#server/content/contact-messages/feature.ts'
import { mailings } from '#server/content/mailings/feature.ts'
import { site } from '#server/content/site/feature.ts'
import { subscriberExports } from '#server/content/subscriber-exports/feature.ts'
import { subscriberImports } from '#server/content/subscriber-imports/feature.ts'
import { subscribing } from '#server/content/subscribing/feature.ts'
import { subscribers } from '#server/content/subscribers/feature.ts'
import { companies } from '#server/directory/companies/feature.ts'
import { contacts } from '#server/directory/contacts/feature.ts'
import { directoryExportsFeature } from '#server/directory/directory-exports/feature.ts'
import { directoryImportsFeature } from '#server/directory/directory-imports/feature.ts'
import { competitors } from '#server/insight/competitors/feature.ts'
import { feedPolls } from '#server/insight/feed-polls/feature.ts'
import { competitorAlerts } from '#server/insight/competitor-alerts/feature.ts'
import { competitorPosts } from '#server/insight/competitor-posts/feature.ts'
import { competitorSummary } from '#server/insight/competitor-summary/feature.ts'
import { competitorTopics } from '#server/insight/competitor-topics/feature.ts'
import { portal } from '#server/portal/feature.ts'
import { directoryMerges } from '#server/directory/directory-merges/feature.ts'
import { directoryUpkeep } from '#server/directory/directory-upkeep/feature.ts'

/** Every area of the product. */
export const AREAS = [
  portal,
  changes,
  comments,
  dryRuns,
  files,
  jobs,
  myPermissions,
  outbox,
  pictures,
  savedViews,
  selections,
  live,
  notifications,
  productPictures,
  addLead,
  allLeads,
  allowedDomains,
  assignedLeads,
  assignment,
  assignmentReplay,
  autoAssignQa,
  autoAssignSales,
  availability,
  bulk,
  checklist,
  companyWords,
  configuration,
  dashboard,
  domainSuggestions,
  duplicates,
  enquiryChecks,
  exports,
  imports,
  intake,
  lead,
  leadDetails,
  leadEdits,
  lists,
  lookups,
  marketingLeads,
  myVerdicts,
  notified,
  palette,
  presence,
  qcSupport,
  registrationLeads,
  restrictedDomains,
  retention,
  salesEmail,
  salesDashboard,
  sla,
  sourceDetails,
  totals,
  validLeads,
  productStructure,
  masterProducts,
  structureEdits,
  productCells,
  productDemand,
  productList,
  unknownProducts,
  productNames,
  productBulk,
  productDuplicates,
  productExports,
  vendorIntake,
  vendorUpdates,
  productImportsFeature,
  site,
  blogPosts,
  blogBulk,
  blogPublishing,
  blogVersions,
  blogWorkingCopies,
  bounces,
  mailings,
  blogImages,
  blogCategories,
  blogAuthors,
  subscribers,
  subscribing,
  subscriberExports,
  subscriberImports,
  contactMessages,
  contactForm,
  contactExports,
  directoryMerges,
  contacts,
  companies,
  directoryExportsFeature,
  directoryImportsFeature,
  directoryUpkeep,
  competitors,
  feedPolls,
  competitorPosts,
  competitorTopics,
  competitorSummary,
  competitorAlerts,
]

/** Locked by leads that come in, which take them before anything else. */
const FIRST = ['allowed_domains', 'restricted_domains', 'assignment_entries']
/** Whoever saves or publishes a post locks it before what it names: authors, categories, pictures and redirects. */
const POSTS = ['blog_posts']
const PRODUCTS = ['products', 'product_values', 'product_categories']
const OF_LEADS = ['lead_acceptances', 'lead_comments', 'lead_items', 'lead_merges', 'lead_verdicts', 'not_duplicates']

/**
 * In the order in which everybody locks: lists of settings before products and leads, these before what belongs to them. A product
 * that is stored locks its category, so categories come after products.
 */
export const LOCK_ORDER = [...FIRST, ...POSTS, OTHERS, ...PRODUCTS, 'leads', ...OF_LEADS]

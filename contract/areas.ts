import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { Act, Entity } from '#contract/kit/history.ts'
import * as productImports from '#contract/catalogue/product-imports.ts'
import * as masterProducts from '#contract/catalogue/master-products.ts'
import { productCells } from '#contract/catalogue/product-cells.ts'
import { productBulk } from '#contract/catalogue/product-bulk.ts'
import * as productDuplicates from '#contract/catalogue/product-duplicates.ts'
import { productExports } from '#contract/catalogue/product-exports.ts'
import * as productStructure from '#contract/catalogue/product-structure.ts'
import * as structureEdits from '#contract/catalogue/structure-edits.ts'
import * as productPictures from '#contract/catalogue/product-pictures.ts'
import * as blogAuthors from '#contract/content/blog-authors.ts'
import * as blogCategories from '#contract/content/blog-categories.ts'
import * as blogImages from '#contract/content/blog-images.ts'
import { vendorIntake } from '#contract/catalogue/vendor-intake.ts'
import * as vendorUpdates from '#contract/catalogue/vendor-updates.ts'
import { blogBulk } from '#contract/content/blog-bulk.ts'
import * as blogPosts from '#contract/content/blog-posts.ts'
import * as blogPublishing from '#contract/content/blog-publishing.ts'
import { blogVersions } from '#contract/content/blog-versions.ts'
import { blogWorkingCopies } from '#contract/content/blog-working-copies.ts'
import { bounces } from '#contract/content/bounces.ts'
import { contactExports } from '#contract/content/contact-exports.ts'
import { contactForm } from '#contract/content/contact-form.ts'
import * as contactMessages from '#contract/content/contact-messages.ts'
import * as mailings from '#contract/content/mailings.ts'
import * as site from '#contract/content/site.ts'
import * as companies from '#contract/directory/companies.ts'
import * as contacts from '#contract/directory/contacts.ts'
import { directoryCompanyExports, directoryExports } from '#contract/directory/directory-exports.ts'
import * as directoryImports from '#contract/directory/directory-imports.ts'
import { subscriberExports } from '#contract/content/subscriber-exports.ts'
import * as subscriberImports from '#contract/content/subscriber-imports.ts'
import * as subscribers from '#contract/content/subscribers.ts'
import * as subscribing from '#contract/content/subscribing.ts'
import * as directoryMerges from '#contract/directory/directory-merges.ts'
import * as competitorAlerts from '#contract/insight/competitor-alerts.ts'
import { competitorPosts } from '#contract/insight/competitor-posts.ts'
import * as competitorSummary from '#contract/insight/competitor-summary.ts'
import * as competitorTopics from '#contract/insight/competitor-topics.ts'
import * as competitors from '#contract/insight/competitors.ts'
import * as feedPolls from '#contract/insight/feed-polls.ts'
import { addLead } from '#contract/leads/add-lead.ts'
import { allLeads } from '#contract/leads/all-leads.ts'
import * as allowedDomains from '#contract/leads/allowed-domains.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { assignmentReplay } from '#contract/leads/assignment-replay.ts'
import * as autoAssignQa from '#contract/leads/auto-assign-qa.ts'
import * as autoAssignSales from '#contract/leads/auto-assign-sales.ts'
import { availability } from '#contract/leads/availability.ts'
import { bulk } from '#contract/leads/bulk.ts'
import * as checklist from '#contract/leads/checklist.ts'
import * as companyWords from '#contract/leads/company-words.ts'
import * as configuration from '#contract/leads/configuration.ts'
import { dashboard } from '#contract/leads/dashboard.ts'
import * as domainSuggestions from '#contract/leads/domain-suggestions.ts'
import * as duplicates from '#contract/leads/duplicates.ts'
import * as enquiryChecks from '#contract/leads/enquiry-checks.ts'
import { exports } from '#contract/leads/exports.ts'
import * as platformImports from '#contract/platform/imports.ts'
import { leadImports } from '#contract/leads/imports.ts'
import * as intake from '#contract/leads/intake.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import * as leadHistory from '#contract/leads/lead-history.ts'
import { lookups } from '#contract/leads/lookups.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { myVerdicts } from '#contract/leads/my-verdicts.ts'
import { productList } from '#contract/catalogue/product-list.ts'
import * as productNames from '#contract/catalogue/product-names.ts'
import * as unknownProducts from '#contract/catalogue/unknown-products.ts'
import * as qcSupport from '#contract/leads/qc-support.ts'
import { registrationLeads } from '#contract/leads/registration-leads.ts'
import * as restrictedDomains from '#contract/leads/restricted-domains.ts'
import * as retention from '#contract/leads/retention.ts'
import * as salesEmail from '#contract/leads/sales-email.ts'
import { salesDashboard } from '#contract/leads/sales-dashboard.ts'
import { sourceDetails } from '#contract/leads/source-details.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { dryRuns } from '#contract/platform/bulk.ts'
import { changes } from '#contract/platform/changes.ts'
import { jobs } from '#contract/platform/jobs.ts'
import { palette } from '#contract/leads/palette.ts'
import { presence } from '#contract/leads/presence.ts'
import { live } from '#contract/platform/live.ts'
import { myPermissions } from '#contract/platform/my-permissions.ts'
import * as notifications from '#contract/platform/notifications.ts'
import { pictures } from '#contract/platform/pictures.ts'
import * as savedViews from '#contract/platform/saved-views.ts'
import * as access from '#contract/portal/access.ts'
import { broadcast } from '#contract/portal/broadcast.ts'
import * as hr from '#contract/portal/hr.ts'
import { location } from '#contract/portal/location.ts'
import * as outside from '#contract/portal/outside-acts.ts'
import { passwordResets } from '#contract/portal/password-resets.ts'
import { profile } from '#contract/portal/profile.ts'
import { session } from '#contract/portal/session.ts'

/** What an area declares beside its calls. */
interface Declared {
  acts?: Readonly<Record<string, Act>>
  entities?: Readonly<Record<string, Entity>>
}

export interface Area {
  calls: Readonly<Record<string, Endpoint>>
  acts: Readonly<Record<string, Act>>
  entities: Readonly<Record<string, Entity>>
}

const area = <const C extends Area['calls']>(calls: C, { acts = {}, entities = {} }: Declared = {}) => ({
  calls,
  acts,
  entities,
})

/** Every area by its name: its calls, what it does without one, and its tables in the history. `area.verb` names a call and an act. */
export const AREAS = {
  'add-lead': area(addLead),
  'all-leads': area(allLeads),
  'allowed-domains': area(allowedDomains.allowedDomains, { entities: allowedDomains.entities }),
  'assigned-leads': area(assignedLeads),
  'assignment-replay': area(assignmentReplay),
  'auto-assign-qa': area(autoAssignQa.autoAssignQa, { acts: autoAssignQa.acts, entities: autoAssignQa.entities }),
  'auto-assign-sales': area(autoAssignSales.autoAssignSales, {
    acts: autoAssignSales.acts,
    entities: autoAssignSales.entities,
  }),
  availability: area(availability),
  'blog-bulk': area(blogBulk),
  'blog-posts': area(blogPosts.blogPosts, { entities: blogPosts.entities }),
  'blog-publishing': area(blogPublishing.blogPublishing, {
    acts: blogPublishing.acts,
    entities: blogPublishing.entities,
  }),
  'blog-versions': area(blogVersions),
  'blog-working-copies': area(blogWorkingCopies),
  'blog-authors': area(blogAuthors.blogAuthors, { entities: blogAuthors.entities }),
  'blog-categories': area(blogCategories.blogCategories, { entities: blogCategories.entities }),
  'blog-images': area(blogImages.blogImages, { acts: blogImages.acts, entities: blogImages.entities }),
  bounces: area(bounces),
  bulk: area(bulk),
  changes: area(changes),
  checklist: area(checklist.checklist, { entities: checklist.entities }),
  companies: area(companies.companies, { entities: companies.entities }),
  'company-words': area(companyWords.companyWords, { entities: companyWords.entities }),
  'competitor-alerts': area(competitorAlerts.competitorAlerts, { entities: competitorAlerts.entities }),
  'competitor-posts': area(competitorPosts),
  'competitor-summary': area(competitorSummary.competitorSummary, { entities: competitorSummary.entities }),
  'competitor-topics': area(competitorTopics.competitorTopics, { entities: competitorTopics.entities }),
  competitors: area(competitors.competitors, { entities: competitors.entities }),
  configuration: area(configuration.configuration, { entities: configuration.entities }),
  'contact-exports': area(contactExports),
  'contact-form': area(contactForm),
  'contact-messages': area(contactMessages.contactMessages, { entities: contactMessages.entities }),
  contacts: area(contacts.contacts, { entities: contacts.entities }),
  dashboard: area(dashboard),
  demo: area({}, { acts: outside.demo }),
  'directory-merges': area(directoryMerges.directoryMerges, { entities: directoryMerges.entities }),
  'directory-company-exports': area(directoryCompanyExports),
  'directory-company-imports': area(directoryImports.directoryCompanyImports, { acts: directoryImports.acts }),
  'directory-exports': area(directoryExports),
  'directory-imports': area(directoryImports.directoryImports, { acts: directoryImports.acts }),
  'domain-suggestions': area(domainSuggestions.domainSuggestions, { entities: domainSuggestions.entities }),
  'dry-runs': area(dryRuns),
  duplicates: area(duplicates.duplicates, { entities: duplicates.entities }),
  'enquiry-checks': area(enquiryChecks.enquiryChecks, { entities: enquiryChecks.entities }),
  exports: area(exports),
  'feed-polls': area({}, { acts: feedPolls.acts }),
  imports: area(leadImports, { acts: platformImports.acts, entities: platformImports.entities }),
  intake: area(intake.intake, { acts: intake.acts }),
  jobs: area(jobs),
  lead: area({}, { entities: leadHistory.entities }),
  'lead-details': area(leadDetails),
  'lead-edits': area(leadEdits),
  live: area(live),
  lookups: area(lookups),
  mailings: area(mailings.mailings, { acts: mailings.acts, entities: mailings.entities }),
  'marketing-leads': area(marketingLeads),
  'master-products': area(masterProducts.masterProducts, { entities: masterProducts.entities }),
  'my-permissions': area(myPermissions),
  'my-verdicts': area(myVerdicts),
  notifications: area(notifications.notifications, { entities: notifications.entities }),
  palette: area(palette),
  parent: area({}, { acts: outside.parent }),
  people: area({}, { acts: outside.people }),
  pictures: area(pictures),
  'portal.access': area(access.access, { acts: access.acts, entities: access.entities }),
  'portal.broadcast': area(broadcast),
  'portal.hr': area(hr.hr, { entities: hr.entities }),
  'portal.location': area(location),
  'portal.passwordResets': area(passwordResets),
  'portal.profile': area(profile),
  'portal.session': area(session),
  presence: area(presence),
  'product-cells': area(productCells),
  'product-bulk': area(productBulk),
  'product-duplicates': area(productDuplicates.productDuplicates, { entities: productDuplicates.entities }),
  'product-exports': area(productExports),
  'product-imports': area(productImports.productImports, { acts: productImports.acts }),
  'product-structure': area(productStructure.productStructure, { entities: productStructure.entities }),
  products: area({}, { acts: masterProducts.acts }),
  'product-names': area(productNames.productNames, { entities: productNames.entities }),
  'product-pictures': area(productPictures.productPictures, { entities: productPictures.entities }),
  'product-list': area(productList),
  'qc-support': area(qcSupport.qcSupport, { entities: qcSupport.entities }),
  'registration-leads': area(registrationLeads),
  'restricted-domains': area(restrictedDomains.restrictedDomains, { entities: restrictedDomains.entities }),
  'sales-email': area(salesEmail.salesEmail, { entities: salesEmail.entities }),
  retention: area(retention.retention, { acts: retention.acts, entities: retention.entities }),
  'sales-dashboard': area(salesDashboard),
  'saved-views': area(savedViews.savedViews, { entities: savedViews.entities }),
  site: area(site.site, { entities: site.entities }),
  'source-details': area(sourceDetails),
  'structure-edits': area(structureEdits.structureEdits, { acts: structureEdits.acts }),
  'subscriber-exports': area(subscriberExports),
  'subscriber-imports': area(subscriberImports.subscriberImports, { acts: subscriberImports.acts }),
  subscribers: area(subscribers.subscribers, { acts: subscribers.acts, entities: subscribers.entities }),
  subscribing: area(subscribing.subscribing, { acts: subscribing.acts }),
  'unknown-products': area(unknownProducts.unknownProducts, {
    acts: unknownProducts.acts,
    entities: unknownProducts.entities,
  }),
  'valid-leads': area(validLeads),
  'vendor-intake': area(vendorIntake),
  'vendor-updates': area(vendorUpdates.vendorUpdates, { entities: vendorUpdates.entities }),
} as const satisfies Readonly<Record<string, Area>>

export type AreaName = keyof typeof AREAS
export type CallsOf<Name extends AreaName> = (typeof AREAS)[Name]['calls']

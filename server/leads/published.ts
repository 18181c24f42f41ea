export { linesNamed, mapLines } from '#server/leads/lead/map-lines.ts'
export { moveProductLines } from '#server/leads/lead/move-product-lines.ts'
/** What public forms of other modules need of those of leads: their keys, their page's token, and which pages may send them. */
export { allowOrigin } from '#server/leads/intake/cross-origin.ts'
export { tokenSignal } from '#server/leads/intake/form-token.ts'
export type { Intake } from '#server/leads/intake/open.ts'
export { readCountry, readEmail } from '#server/leads/intake/enquiry.ts'
export { contactFaults } from '#server/leads/intake/enquiry-faults.ts'
export { formPages, serveForm, type FormPage, type FormPageServices } from '#server/leads/intake/page.ts'
/** The one way in for leads, who sees which, and what is known of an address, its domain and a phone. */
export { createLead } from '#server/leads/intake/intake.ts'
export { workedOn } from '#server/leads/lead/worked-on.ts'
export { visibleTo } from '#server/leads/lists/scope.ts'
export { leadsOfAddress, seesLeads } from '#server/leads/lists/of-address.ts'
export { knownCompanies } from '#server/leads/intake/known-companies.ts'
export {
  lockRestrictions,
  newThrowAways,
  restrictionsAtDoor,
  restrictionsOf,
} from '#server/leads/restricted-domains/restriction.ts'
export { phoneCountryOf } from '#server/leads/enquiry-checks/phone-country.ts'

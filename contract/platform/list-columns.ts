import { isSort, type Sorts } from '#contract/kit/sorts.ts'
import type { ListScreen } from './saved-views.ts'

/** The columns of each list, and shapes of those that a company gives itself. */
const LIST_COLUMNS: Readonly<Record<ListScreen, Sorts>> = {
  'marketing-marketing-leads-list': words(
    'lead contact company products source status qa sales received utm tags comment touched duplicates reason created',
  ),
  'marketing-all-leads': words('lead company products source signals why waiting phone received act'),
  'marketing-assigned-leads': words(
    'lead time_left company products source status qa wakes comment assigned in_status phone received',
  ),
  'marketing-valid-leads': words(
    'lead company products quantity sales enquiry first_response touched follow_up validated country source phone',
  ),
  'marketing-my-verdicts': words('lead verdict company products sales became handled touched source received phone'),
  'marketing-rrgistration-assigned-leads': words(
    'received company lead contact country type existing qa status comment touched',
  ),
  'marketing-get-qc-question-list': [],
  'marketing-master-products': [
    ...words('product category brand completeness discoverable changed leads_30 leads_90 open_vendor_updates'),
    ...words('code missing unit'),
    // Of the grid.
    ...words('name category_id gtin usual_min usual_max description'),
    /^attr:[a-z][a-z0-9_]{0,39}$/,
    /^attributes\.[a-z][a-z0-9_]{0,39}$/,
  ],
  'marketing-product-list': words(
    'name category discoverable weeks leads_30 leads_90 valid_rate last_lead_at brand unit',
  ),
  'marketing-unknown-products': words('text asked_90 best second third acts'),
  'marketing-vendor-data-update-list': words(
    'record vendor changes fields requestedOn status reviewer decidedOn reason',
  ),
  'marketing-vendor-asks': words('vendor about status asked_at opened_at answered_at expires_at acts'),
  'marketing-blogpost-list': words('post status authors categories faqs published update_mail changed words created'),
  'marketing-authors': words('name slug posts status created email'),
  'marketing-blog-sends': words('mailing state sent refused in_doubt unsubscribed_since ended'),
  'marketing-newsletter-list': words('status subscriber source subscribed last_mail bounces'),
  'marketing-contact-us': [],
  'communication-contacts': words('name company email phone country leads last_contact department tags created_at'),
  'communication-companies': words('name roles country contacts leads valid_rate last_contact phone website tags'),
  'competitorinsight-get-competitorpost': words('published competitor post topics coverage also_in words author feed'),
  'marketing-restrict-domain-list': words('domain status match effect hits last valid by on note acts'),
  'marketing-allowed-domain-list': words('domain match note leads by on acts'),
  'marketing-get-qa-autoassign-list': words('name status state weight hours open today share last added acts'),
  'marketing-get-salerep-autoassign-list': words('name status state weight hours open today share last added acts'),
  'marketing-sales-member-dashboard-data': words(
    'name state received open overdue response sla contacted quoted nurture won lost conversion share',
  ),
  'api-v1-people': words('name status place role permissions seen acts'),
}

function words(text: string) {
  return text.split(' ')
}

/** Whether the list has a column of this name. */
export const isColumn = (screen: ListScreen, name: string) => isSort(LIST_COLUMNS[screen], name)

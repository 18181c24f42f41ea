import { afterAll, expect, test } from 'vitest'
import { placeName, places } from './sample.ts'
import { startWorld } from './world.ts'

/**
 * The column that a number of a call goes to or is compared with, by what the call names it, or by its area and name. An area that is called
 * as its table says here only what it calls otherwise than the columns of that table.
 */
const COLUMNS: Readonly<Record<string, string>> = {
  enquiryId: 'leads.id',
  leadId: 'leads.id',
  leadIds: 'leads.id',
  winnerId: 'leads.id',
  loserId: 'leads.id',
  duplicateOf: 'leads.id',
  itemId: 'lead_items.id',
  quantity: 'lead_items.quantity',
  total_quantity: 'lead_items.total_quantity',
  product_id: 'products.id',
  product: 'products.id',
  product_ids: 'products.id',
  demand_from: 'product_demand.asked_90',
  vendor: 'vendors.id',
  vendor_id: 'vendors.id',
  withdraw: 'vendor_updates.id',
  productId: 'products.id',
  mergeId: 'lead_merges.id',
  selection: 'selections.id',
  calendar_id: 'working_calendars.id',
  domainId: 'restricted_domains.id',
  allowedId: 'allowed_domains.id',
  version: 'leads.version',
  winnerVersion: 'leads.version',
  loserVersion: 'leads.version',
  staffId: 'identity.people.id',
  sid: 'identity.people.id',
  mentions: 'identity.people.id',
  ids: 'identity.people.id',
  assigned_qa: 'identity.people.id',
  sales_person: 'identity.people.id',
  asked_by: 'identity.people.id',
  'changes person': 'identity.people.id',
  answered_by: 'identity.people.id',
  company_id: 'identity.companies.id',
  department_id: 'identity.departments.id',
  designation_id: 'identity.designations.id',
  after_id: 'identity.broadcasts.id',
  daily_cap: 'assignment_entries.daily_cap',
  open_cap: 'assignment_entries.open_cap',
  weight: 'assignment_entries.weight',
  minutes: 'sla_targets.minutes',
  qa_alert_minutes: 'assignment_settings.alert_minutes',
  sales_alert_minutes: 'assignment_settings.alert_minutes',
  acceptance_minutes: 'assignment_settings.acceptance_minutes',
  most_credit: 'assignment_settings.most_credit',
  qa_most_credit: 'assignment_settings.most_credit',
  sales_most_credit: 'assignment_settings.most_credit',
  person_days: 'enquiry_checks.person_days',
  fill_seconds: 'enquiry_checks.fill_seconds',
  max_links: 'enquiry_checks.max_links',
  publisher_logo_id: 'sites.publisher_logo_id',
  default_og_image_id: 'sites.default_og_image_id',
  feed_size: 'sites.feed_size',
  bytes: 'imports.bytes',
  no: 'import_parts.no',
  rows: 'import_rows.row_no',
  after: 'import_rows.row_no',
  'products.id': 'lead_items.id',
  'product-cells id': 'products.id',
  'product-cells ids': 'products.id',
  'checklist.version': 'checklist_versions.number',
  image_focal_x: 'blog_images.focal_x',
  image_focal_y: 'blog_images.focal_y',
  photo_focal_x: 'blog_images.focal_x',
  photo_focal_y: 'blog_images.focal_y',
  'blog-authors id': 'blog_authors.id',
  'blog-authors replacement_id': 'blog_authors.id',
  'blog-categories id': 'blog_categories.id',
  'blog-categories ids': 'blog_categories.id',
  'blog-categories replacement_id': 'blog_categories.id',
  'directory-merges company_id': 'directory_companies.id',
  'directory-merges ids': 'directory_contacts.id',
  'directory-merges losers': 'directory_contacts.id',
  'directory-merges picks': 'directory_contacts.id',
  to_company_id: 'directory_companies.id',
  contact: 'directory_contacts.id',
  directory_company: 'directory_companies.id',
  competitor: 'competitors.id',
  competitor_id: 'competitors.id',
  interval_min: 'competitor_feeds.interval_min',
  topic: 'competitor_topics.id',
  topic_id: 'competitor_topics.id',
  topic_ids: 'competitor_topics.id',
  people: 'identity.people.id',
  'competitor-summary id': 'dismissed_gaps.id',
  'portal.hr id': 'identity.departments.id',
  'portal.hr position': 'identity.departments.position',
  'portal.hr version': 'identity.departments.version',
  'changes before': 'changes.id',
  'changes after': 'changes.id',
  'duplicates before': 'duplicate_groups.id',
  'lead-details before': 'changes.id',
  'notifications before': 'notifications.id',
  'assignment-replay id': 'assignment_entries.id',
  'auto-assign-qa id': 'assignment_entries.id',
  'auto-assign-sales id': 'assignment_entries.id',
  'dry-runs id': 'jobs.id',
  'configuration id': 'working_calendars.id',
  'duplicates id': 'leads.id',
  'lead-details id': 'leads.id',
  'marketing-leads id': 'leads.id',
  'portal.access id': 'identity.people.id',
  'portal.passwordResets id': 'identity.people.id',
  'master-products id': 'products.id',
  'master-products change': 'changes.id',
  'master-products at': 'changes.id',
  'master-products cursor': 'changes.id',
  category_id: 'product_categories.id',
  usual_min: 'products.usual_min',
  usual_max: 'products.usual_max',
  'product-structure id': 'product_attributes.id',
  'probe id': 'products.id',
  'product-bulk ids': 'products.id',
  'product-duplicates id': 'products.id',
  'product-duplicates ids': 'products.id',
  'product-duplicates before': 'products.id',
  winner: 'products.id',
  loser: 'products.id',
  'probe ids': 'products.id',
  'product-list id': 'products.id',
  'product-names id': 'products.id',
  'qc-support id': 'qc_questions.id',
  parent_id: 'product_categories.id',
  replace_with: 'product_categories.id',
  place: 'product_categories.position',
  attribute_id: 'product_attributes.id',
  max_length: 'product_attributes.max_length',
  decimals: 'product_attributes.decimals',
  'structure-edits id': 'product_categories.id',
  post: 'blog_posts.id',
  'bounces id': 'newsletter_subscribers.id',
  subscriber_id: 'newsletter_subscribers.id',
  mailing_id: 'mailings.id',
  'mailings id': 'mailings.id',
  recipients: 'mails.id',
  expected_total: 'mailings.total',
  hold_minutes: 'mail_settings.hold_minutes',
  per_minute: 'mail_settings.per_minute',
  post_id: 'blog_posts.id',
  target_id: 'blog_posts.id',
  author: 'blog_authors.id',
  authors: 'blog_authors.id',
  author_id: 'blog_authors.id',
  categories: 'blog_categories.id',
  og_image_id: 'blog_images.id',
  updated_by: 'identity.people.id',
  'blog-posts category': 'blog_categories.id',
  'blog-bulk category': 'blog_categories.id',
  'blog-bulk category_id': 'blog_categories.id',
  'blog-bulk ids': 'blog_posts.id',
  'blog-publishing id': 'blog_posts.id',
  'blog-publishing number': 'blog_versions.number',
  'blog-versions id': 'blog_posts.id',
  'blog-versions from': 'blog_versions.number',
  'blog-versions to': 'blog_versions.number',
  'subscribers id': 'newsletter_subscribers.id',
  'subscribers ids': 'newsletter_subscribers.id',
  'contacts id': 'directory_contacts.id',
  'contacts ids': 'directory_contacts.id',
  'contacts company_id': 'directory_companies.id',
  'companies id': 'directory_companies.id',
  'companies ids': 'directory_companies.id',
}

/** How many or which of them are answered, what stands in a document of its own, and what another app counts. */
const NOT_STORED = ['page', 'pageSize', 'per_page', 'limit', 'item', 'product_code', 'days', 'quiet_days', 'year']

const world = await startWorld()
afterAll(() => world.stop())

test('no number of a call is larger than its column', async () => {
  const largest = new Map(
    (await world.test.owner.query<Column>(LARGEST)).rows.map(({ column, largest }) => [column, Number(largest)]),
  )
  const wrong = world.routes.flatMap(({ endpoint, name }) =>
    places(endpoint, (_, { type }) => type === 'integer' || type === 'number').flatMap((place) => {
      const column = columnOf(areaOf(name), place.path, largest)
      if (column === undefined)
        return NOT_STORED.includes(lastOf(place.path)) ? [] : [`${name} ${placeName(place)}: of no column`]
      const most = largest.get(column)
      const { maximum = Infinity, minimum = -Infinity } = place.schema
      return most !== undefined && maximum <= most && -minimum <= most
        ? []
        : [`${name} ${placeName(place)}: ${minimum} to ${maximum}, ${column} holds ${most}`]
    }),
  )

  expect(wrong).toEqual([])
})

test('every column that is named has a number', async () => {
  const { rows } = await world.test.owner.query<Column>(LARGEST)
  const known = new Set(rows.map(({ column }) => column))

  expect(Object.values(COLUMNS).filter((column) => !known.has(column))).toEqual([])
})

/** What an area's imports and exports are kept as. Their calls stand in areas of their own: `crate-imports`. */
const KEPT_AS: Readonly<Record<string, string>> = { imports: 'imports', exports: 'jobs' }
const tableOf = (area: string) => KEPT_AS[area.split('-').at(-1) ?? ''] ?? area.replaceAll('-', '_')

const lastOf = (path: readonly string[]) => path.findLast((step) => step !== '[]') ?? ''
const areaOf = (name: string) => name.slice(0, name.lastIndexOf('.'))

const columnOf = (area: string, path: readonly string[], known: ReadonlyMap<string, number>) => {
  const [last, before] = path.filter((step) => step !== '[]').toReversed()
  const own = `${tableOf(area)}.${last === 'ids' ? 'id' : last}`
  return COLUMNS[`${area} ${last}`] ?? COLUMNS[`${before}.${last}`] ?? (known.has(own) ? own : COLUMNS[last ?? ''])
}

interface Column {
  column: string
  largest: string
}

/** What is larger than a number of JavaScript can be exact is never sent. */
const LARGEST = `
  select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname || '.' || a.attname as column,
    case when t.typname = 'int2' then 32767 when t.typname = 'int4' then 2147483647
      when t.typname in ('int8', 'float8') or a.atttypmod = -1 then ${Number.MAX_SAFE_INTEGER}
      else 10 ^ ((a.atttypmod - 4 >> 16) - (a.atttypmod - 4 & 65535)) - 1 end as largest
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace join pg_type t on t.oid = a.atttypid
  where n.nspname in ('public', 'identity') and c.relkind = 'r' and t.typname in ('int2', 'int4', 'int8', 'float8', 'numeric') and a.attnum > 0
    and (t.typname <> 'numeric' or a.atttypmod > 0)`

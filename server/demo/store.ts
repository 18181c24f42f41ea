import type { Client } from 'pg'
import { copyRows, type Columns } from './copy.ts'
import type { Row } from './history.ts'

const plain = (names: string): Columns => Object.fromEntries(names.split(/\s+/).map((name) => [name, 'plain']))

/** The columns that are given; what the database works out itself is left to it. */
const COLUMNS = {
  product_attributes: {
    ...plain(
      `company_id id code label grouped_under type position help max_length mask min max decimals family default_unit unique_values
      created_at updated_at version`,
    ),
    units: 'array',
  },
  product_attribute_options: plain('company_id id attribute_id code label position retired updated_at version'),
  product_categories: plain('company_id id parent_id code name position requires_image created_at updated_at version'),
  category_attributes: plain('company_id id category_id attribute_id required position'),
  products: plain(
    'company_id id code name category_id brand unit description usual_min usual_max discoverable created_at updated_at version',
  ),
  product_values: {
    ...plain('company_id id product_id attribute_id source created_at updated_at version'),
    value: 'json',
  },
  blog_categories: plain('company_id id name slug description position created_at updated_at version'),
  blog_authors: {
    ...plain('company_id id name slug email role bio photo_id photo_alt status created_at updated_at version'),
    links: 'json',
  },
  blog_images: plain(
    'company_id id key picture_id name alt focal_x focal_y state added_by created_at updated_at version',
  ),
  blog_posts: plain(
    `company_id id slug live work archived_at archive_target_id draft_version live_version publish_at publish_zone send_on_publish
    first_published_at published_at review_by review_note review_at reviewed_version created_by created_at updated_by updated_at version`,
  ),
  blog_versions: {
    ...plain(
      `company_id post_id number title slug excerpt image_id image_alt image_decorative image_caption seo_title seo_description og_image_id
      canonical_url noindex words characters reading_minutes made_by made_at kind note digest blocking`,
    ),
    document: 'json',
    faq: 'json',
    outline: 'json',
    links: 'json',
    author_ids: 'array',
    category_ids: 'array',
    image_ids: 'array',
  },
  newsletter_subscribers: plain(
    `company_id id email name locale note status status_at status_source status_reason blocked_from source form_id confirmed_at unsubscribed_at
    hard_bounces soft_bounces last_bounce_at created_at updated_at version`,
  ),
  newsletter_consents: plain(
    'company_id subscriber_id email_hash what wording form_id page_url network user_agent proof person_id at',
  ),
  sites: {
    ...plain(
      `company_id id name site_url postal_address publisher_name publisher_logo_id default_og_image_id locale feed_size status key
      key_made_by key_made_at created_at updated_at version`,
    ),
    allowed_origins: 'array',
  },
  competitors: plain('company_id id name site host own colour note paused added_by created_at updated_at version'),
  competitor_feeds: plain('company_id id competitor_id url kind found_by created_at updated_at version'),
  competitor_topics: {
    ...plain('company_id id name colour watch source category_id added_by created_at updated_at version'),
    phrases: 'array',
  },
  competitor_alerts: { ...plain('company_id id name kind added_by created_at updated_at version'), topic_ids: 'array' },
  intake_forms: { ...plain('company_id id name status created_at updated_at version'), allowed_origins: 'array' },
  restricted_domains: plain(
    'company_id id domain_name status match effect note source created_by created_at updated_at version',
  ),
  assignment_entries: {
    ...plain(
      'company_id id list staff_id status weight expected received last_assigned_at created_at updated_at version',
    ),
    accepts_countries: 'array',
    accepts_sources: 'array',
    accepts_categories: 'array',
  },
  working_calendars: {
    ...plain('company_id id name time_zone created_at updated_at version'),
    week: 'json',
    holidays: 'array',
  },
  sla_targets: plain('company_id id clock source minutes created_at updated_at version'),
  lead_clocks: plain(
    'company_id lead_id clock started_at target_ms calendar_id due_at paused_at paused_ms answered_at took_ms revision',
  ),
  leads: {
    ...plain(`company_id id lead_no kind name email phone phone_sent company website country state city zip_code address message source account_type
      form_id status status_at enquiry_status lost_reason nurture_until enquiry_at follow_up_on reached_by sales_note reason_code reason_note duplicate_of on_hold_until quarantined_by assigned_qa assigned_how
      sales_person created_by verdict_id total_quantity created_at assigned_at in_progress_at validated_at validated_by
      sales_assigned_at first_response_at updated_at version deleted_at`),
    utm: 'json',
    spam_signals: 'array',
  },
  lead_items: plain('company_id id lead_id product_id product_name quantity total_quantity'),
  lead_verdicts: {
    ...plain(`company_id id lead_id verdict by_person at company country zip_code city state address email phone website comments
      reason_code reason_note checklist_version`),
    products: 'json',
    checklist: 'json',
  },
  lead_comments: { ...plain('company_id id lead_id author_id body pinned created_at edited_at'), mentions: 'array' },
  qc_questions: plain('company_id id question topic product_id asked_by asked_at state updated_at version'),
  qc_answers: plain('company_id id question_id answer answered_by answered_at'),
  vendor_asks: {
    ...plain(
      'company_id id vendor_id message token_hash asked_by asked_at expires_at opened_at answered_at revoked_at updated_at version',
    ),
    product_ids: 'array',
    fields: 'array',
  },
  vendor_updates: plain(
    `company_id id vendor_id vendor_name contact_name product_id product_version channel note requested_on status reason reviewer decided_on
    updated_at version`,
  ),
  vendor_update_fields: {
    ...plain('company_id id update_id field raw problem decision reason position'),
    then_value: 'json',
    requested: 'json',
    applied: 'json',
  },
  contact_messages: {
    ...plain(
      `company_id id contact_no name email email_domain phone company subject message page_url country form_id source status handled_by
      restricted_by message_hash answered_at first_answer_minutes created_at updated_at version`,
    ),
    spam_reasons: 'array',
  },
  contact_comments: { ...plain('company_id id message_id author_id body pinned created_at'), mentions: 'array' },
  contact_replies: plain('company_id id message_id text by_id at'),
  assignment_decisions: {
    ...plain('company_id lead_id list mode chosen replaced tie_break sticky change_set at'),
    considered: 'json',
  },
  restricted_domain_hits: plain('company_id domain_id lead_id at'),
  changes: {
    ...plain(
      `company_id at actor_kind actor_id channel change_set act entity entity_id root root_id version verb reason salt`,
    ),
    fields: 'json',
    personal_fields: 'json',
  },
} as const satisfies Record<string, Columns>

export type StoredTable = keyof typeof COLUMNS

/** What references what decides the order; leads and verdicts name one another, as posts and versions do, so they go in together. */
const ORDER: readonly (readonly StoredTable[])[] = [
  ['product_attributes'],
  ['product_attribute_options'],
  ['product_categories'],
  ['category_attributes'],
  ['products'],
  ['product_values'],
  ['intake_forms'],
  ['blog_images'],
  ['blog_categories'],
  ['blog_authors'],
  ['blog_versions', 'blog_posts'],
  ['sites'],
  ['restricted_domains'],
  ['assignment_entries'],
  ['working_calendars'],
  ['sla_targets'],
  ['lead_verdicts', 'leads'],
  ['lead_clocks'],
  ['lead_items'],
  ['lead_comments'],
  ['qc_questions'],
  ['qc_answers'],
  ['vendor_asks'],
  ['vendor_updates'],
  ['vendor_update_fields'],
  ['contact_messages'],
  ['contact_comments'],
  ['contact_replies'],
  ['assignment_decisions'],
  ['restricted_domain_hits'],
  ['newsletter_subscribers'],
  ['newsletter_consents'],
  ['competitor_topics', 'competitor_alerts', 'competitor_feeds', 'competitors'],
  ['changes'],
]
/** Tables whose history comes with the rows, told by the demo with the times at which it would have been written. */
const RECORDED = [
  'product_attributes',
  'product_attribute_options',
  'product_categories',
  'category_attributes',
  'products',
  'product_values',
  'intake_forms',
  'blog_images',
  'blog_categories',
  'blog_authors',
  'blog_posts',
  'sites',
  'newsletter_subscribers',
  'competitors',
  'competitor_feeds',
  'competitor_topics',
  'competitor_alerts',
  'restricted_domains',
  'assignment_entries',
  'working_calendars',
  'sla_targets',
  'leads',
  'lead_items',
  'lead_verdicts',
  'lead_comments',
  'qc_questions',
  'qc_answers',
  'vendor_asks',
  'vendor_updates',
  'vendor_update_fields',
  'contact_messages',
  'contact_comments',
  'contact_replies',
] as const

/**
 * Stores rows of one company with their history, within a transaction of the database's owner. The rows travel into
 * tables of this session first, so that others wait only while they are moved from there.
 */
export const storeRows = async (
  client: Client,
  companyId: number,
  rows: Partial<Record<StoredTable, readonly Row[]>>,
) => {
  const tables = ORDER.map((group) => group.filter((table) => rows[table]?.length))
  for (const table of tables.flat()) await stage(client, table, rows[table] ?? [])

  const recorded = RECORDED.filter((table) => rows[table]?.length)
  const triggers = (state: 'disable' | 'enable') =>
    recorded.map((table) => `alter table ${table} ${state} trigger history_insert`).join('; ')
  // Forced row-level security binds the owner too.
  await client.query(`select set_config('leadroom.company', $1, true)`, [String(companyId)])
  await client.query(triggers('disable'))
  for (const group of tables) if (group.length) await client.query(moving(group))
  // A table that waits for a check cannot be altered.
  await client.query('set constraints all immediate')
  await client.query(triggers('enable'))
}

const stage = async (client: Client, table: StoredTable, rows: readonly Row[]) => {
  const selected =
    table === 'changes'
      ? `${names('changes')
          .filter((name) => !OF_VALUES.includes(name))
          .join(', ')}, null::jsonb as personal_fields, null::bytea as salt`
      : names(table).join(', ')
  await client.query(`create temp table if not exists demo_${table} as select ${selected} from ${table} with no data`)
  await client.query(`truncate demo_${table}`)
  await copyRows(client, `demo_${table}`, COLUMNS[table], rows)
}

const OF_VALUES = ['personal_fields', 'salt']
const names = (table: StoredTable): string[] => Object.keys(COLUMNS[table])

const moving = (group: readonly StoredTable[]) => {
  if (group.includes('changes')) return MOVE_CHANGES
  const [last, ...before] = group.toReversed()
  const ctes = before.map((table) => `moved_${table} as (${move(table)})`).join(', ')
  return last ? `${ctes ? `with ${ctes} ` : ''}${move(last)}` : ''
}

const move = (table: StoredTable) => {
  const columns = names(table).join(', ')
  return `insert into ${table} (${columns}) overriding system value select ${columns} from demo_${table}`
}

// The digest is taken of the text that PostgreSQL makes of the JSON, as the trigger takes it.
const CHANGE_COLUMNS = names('changes')
  .filter((name) => !OF_VALUES.includes(name))
  .join(', ')
const MOVE_CHANGES = `
  with digested as materialized (
    select *, ctid as place, case when personal_fields is not null then sha256(salt || convert_to(personal_fields::text, 'UTF8')) end as digest from demo_changes
  ), kept as (
    insert into change_values (company_id, digest, salt, fields)
    select company_id, digest, salt, personal_fields from digested where digest is not null
  )
  insert into changes (${CHANGE_COLUMNS}, personal) select ${CHANGE_COLUMNS}, digest from digested order by at, place`

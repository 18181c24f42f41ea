/** A row as PostgreSQL would write it in JSON, by column. */
export type Row = Readonly<Record<string, unknown>>

/** Who did it, when, by which act; all that one act changes shares a change set. */
export interface Act {
  at: string
  actorKind: 'person' | 'system' | 'import' | 'rule'
  actorId: number | null
  channel: 'screen' | 'api' | 'intake' | 'bulk' | 'auto-assign' | 'demo'
  changeSet: string
  act: string
  reason: string | null
}

export type Recorded = keyof typeof RECORDED

/** What `tenant_table` was told of each table: what its changes are about, and which columns are personal or no news. */
const RECORDED = {
  leads: {
    personal: [
      'name',
      'email',
      'phone',
      'phone_sent',
      'address',
      'message',
      'website',
      'utm',
      'reason_note',
      'sales_note',
    ],
    silent: ['email_domain'],
  },
  lead_items: { root: 'leads', rootColumn: 'lead_id', silent: ['lead_id'] },
  lead_verdicts: {
    root: 'leads',
    rootColumn: 'lead_id',
    personal: ['address', 'email', 'phone', 'website', 'comments', 'reason_note'],
    silent: ['lead_id', 'evidence'],
  },
  lead_comments: { root: 'leads', rootColumn: 'lead_id', personal: ['body'], silent: ['lead_id'] },
  qc_questions: { personal: ['question'], silent: ['asked_by', 'asked_at'] },
  qc_answers: {
    root: 'qc_questions',
    rootColumn: 'question_id',
    personal: ['answer'],
    silent: ['question_id', 'answered_by', 'answered_at'],
  },
  product_categories: { silent: ['image_required', 'requirements_no'] },
  product_attributes: {},
  product_attribute_options: { root: 'product_attributes', rootColumn: 'attribute_id', silent: ['attribute_id'] },
  category_attributes: { root: 'product_categories', rootColumn: 'category_id', silent: ['category_id'] },
  products: { silent: ['category', 'required_count', 'filled_count', 'requirements_no', 'complete'] },
  product_values: {
    root: 'products',
    rootColumn: 'product_id',
    silent: ['product_id', 'source', 'source_id', 'text_value', 'base_from', 'base_to', 'unique_key', 'created_at'],
  },
  vendor_updates: {
    personal: ['contact_name', 'contact_email', 'contact_phone', 'note'],
    silent: ['vendor_id', 'product_id', 'product_version', 'requested_on', 'added_by', 'asked_id'],
  },
  vendor_update_fields: {
    root: 'vendor_updates',
    rootColumn: 'update_id',
    personal: ['raw'],
    silent: ['update_id', 'position'],
  },
  vendor_asks: {
    personal: ['contact_name', 'contact_email', 'message'],
    silent: ['token_hash', 'asked_by', 'asked_at', 'opened_at'],
  },
  contact_messages: {
    personal: ['name', 'email', 'phone', 'phone_as_written', 'company', 'subject', 'message'],
    silent: ['created_at', 'email_domain', 'form_id', 'utm', 'page_url', 'country', 'message_hash', 'repeats'],
  },
  contact_comments: { root: 'contact_messages', rootColumn: 'message_id', personal: ['body'], silent: ['message_id'] },
  contact_replies: {
    root: 'contact_messages',
    rootColumn: 'message_id',
    personal: ['text'],
    silent: ['message_id', 'at'],
  },
  working_calendars: { silent: ['created_at'] },
  sla_targets: { silent: ['created_at'] },
  intake_forms: {},
  blog_categories: { silent: ['created_at'] },
  blog_authors: { personal: ['email'], silent: ['created_at'] },
  blog_images: { silent: ['key', 'picture_id', 'name', 'state', 'unused_at', 'added_by', 'created_at'] },
  blog_posts: { silent: ['review_at', 'created_by', 'created_at', 'updated_by'] },
  sites: { silent: ['key', 'key_made_by', 'key_made_at', 'feed_id', 'created_at'] },
  newsletter_subscribers: {
    personal: ['email', 'name', 'note', 'status_reason'],
    silent: [
      'last_mail_at',
      'created_at',
      'form_id',
      'import_id',
      'utm',
      'status_at',
      'hard_bounces',
      'soft_bounces',
      'soft_since',
      'last_bounce_at',
      'erased_at',
    ],
  },
  competitors: { silent: ['host', 'added_by', 'created_at'] },
  competitor_feeds: {
    root: 'competitors',
    rootColumn: 'competitor_id',
    silent: ['competitor_id', 'found_by', 'created_at'],
  },
  competitor_topics: { silent: ['source', 'category_id', 'added_by', 'created_at'] },
  competitor_alerts: { silent: ['added_by', 'created_at'] },
  restricted_domains: {},
  assignment_entries: { silent: ['expected', 'received', 'last_assigned_at'] },
} as const satisfies Record<string, { root?: string; rootColumn?: string; personal?: string[]; silent?: string[] }>

const NEVER = ['company_id', 'id', 'version', 'updated_at', 'search_text']

interface Rules {
  root: string
  rootColumn: string
  personal: ReadonlySet<string>
  silent: ReadonlySet<string>
}

const rulesOf = (
  entity: string,
  {
    root = entity,
    rootColumn = 'id',
    personal = [],
    silent = [],
  }: { root?: string; rootColumn?: string; personal?: readonly string[]; silent?: readonly string[] },
): Rules => ({
  root,
  rootColumn,
  personal: new Set(personal),
  silent: new Set([...silent, ...NEVER]),
})

const RULES: ReadonlyMap<string, Rules> = new Map(
  Object.entries(RECORDED).map(([entity, table]) => [entity, rulesOf(entity, table)]),
)

/** The row of `changes` that the trigger would have written; undefined when nothing changed. Personal values come apart, with their salt. */
export const changeOf = (
  entity: Recorded,
  before: Row | undefined,
  after: Row,
  act: Act,
  salt: () => string,
): Row | undefined => {
  const { root, rootColumn, personal, silent } = RULES.get(entity) ?? rulesOf(entity, {})
  const plain: Record<string, unknown> = {}
  const secret: Record<string, unknown> = {}
  let news = false
  let secrets = false
  for (const column of Object.keys(after)) {
    const now = after[column] ?? null
    const then = before?.[column] ?? null
    if (silent.has(column) || same(then, now)) continue
    news = true
    if (personal.has(column)) {
      secret[column] = [then, now]
      secrets = true
    } else {
      plain[column] = [then, now]
    }
  }
  if (!news) return undefined
  return {
    company_id: after.company_id,
    at: act.at,
    actor_kind: act.actorKind,
    actor_id: act.actorId,
    channel: act.channel,
    change_set: act.changeSet,
    act: act.act,
    entity,
    entity_id: after.id,
    root,
    root_id: after[rootColumn],
    version: after.version ?? null,
    verb: before ? 'updated' : 'created',
    fields: plain,
    reason: act.reason,
    personal_fields: secrets ? secret : null,
    salt: secrets ? `\\x${salt()}` : null,
  }
}

const same = (then: unknown, now: unknown) =>
  then === now || (typeof then === 'object' && typeof now === 'object' && JSON.stringify(then) === JSON.stringify(now))

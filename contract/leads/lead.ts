import { Type, type Static } from 'typebox'
import {
  DateRange,
  Day,
  FreeAddress,
  FreeLines,
  FreeText,
  Id,
  ListQuery,
  Many,
  Named,
  Nullable,
  PersonId,
  PersonRef,
  Text,
  Timestamp,
} from '#contract/kit/endpoint.ts'

export const LEAD_KINDS = ['enquiry', 'registration'] as const
export type LeadKind = (typeof LEAD_KINDS)[number]

export const LEAD_STATUSES = ['new', 'assigned', 'in-progress', 'on_hold', 'valid', 'invalid'] as const
export type LeadStatus = (typeof LEAD_STATUSES)[number]

export const ENQUIRY_STATUSES = ['open', 'contacted', 'quoted', 'won', 'lost', 'nurture'] as const
export type EnquiryStatus = (typeof ENQUIRY_STATUSES)[number]

/** What sales may make of an enquiry, from where it stands. Leaving `open` is the first response. */
export const ENQUIRY_TRANSITIONS = {
  open: ['contacted', 'nurture', 'lost'],
  contacted: ['quoted', 'nurture', 'lost'],
  quoted: ['won', 'nurture', 'lost'],
  nurture: ['contacted', 'quoted', 'nurture', 'lost'],
  won: [],
  lost: ['contacted'],
} as const satisfies Record<EnquiryStatus, readonly EnquiryStatus[]>

export const LOST_REASONS = ['price', 'stock', 'timing', 'chose_competitor', 'no_reply', 'other'] as const
export type LostReason = (typeof LOST_REASONS)[number]

export const LEAD_SOURCES = [
  'website_form',
  'registration',
  'contact_us',
  'import',
  'api',
  'email',
  'phone',
  'event',
  'referral',
  'manual',
] as const
export type LeadSource = (typeof LEAD_SOURCES)[number]

export const INVALID_REASONS = [
  'spam_or_bot',
  'restricted_domain',
  'duplicate',
  'unreachable',
  'wrong_contact_details',
  'not_our_product',
  'job_seeker_or_vendor_pitch',
  'student_or_research',
  'competitor',
  'test_submission',
  'other',
] as const
export type InvalidReason = (typeof INVALID_REASONS)[number]

/** One of the usual ones, or one of the company’s own. */
const OwnCode = Type.String({ maxLength: 64, pattern: '^[a-z][a-z0-9_]{0,63}$' })
export const ReasonCode = OwnCode
export const SourceCode = OwnCode

/** As what somebody registers. */
export const ACCOUNT_TYPES = ['buyer', 'reseller', 'supplier', 'other'] as const
export type AccountType = (typeof ACCOUNT_TYPES)[number]

/** A quantity that a person can have meant. */
export const Quantity = Type.Integer({ minimum: 1, maximum: 1_000_000_000 })

/** What is asked for, on its way in. `total_quantity` is `quantity` when absent. */
export const ProductLine = Type.Object({
  id: Type.Optional(Id),
  product_id: Type.Optional(Nullable(Id)),
  product_name: Text(300),
  quantity: Quantity,
  total_quantity: Type.Optional(Quantity),
})
export type ProductLine = Static<typeof ProductLine>
export const ProductLines = Type.Array(ProductLine, { maxItems: 100 })

export const LeadProduct = Type.Object({
  id: Type.Integer(),
  product_id: Nullable(Type.Integer()),
  product_name: Type.String(),
  quantity: Type.Integer(),
  total_quantity: Type.Integer(),
})
export type LeadProduct = Static<typeof LeadProduct>

/** What led somebody here, as advertisements and mails write it into the addresses that they name. */
export const UTM_NAMES = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
export type UtmName = (typeof UTM_NAMES)[number]
export const UTM_LABELS = {
  utm_source: 'UTM source',
  utm_medium: 'UTM medium',
  utm_campaign: 'UTM campaign',
  utm_term: 'UTM term',
  utm_content: 'UTM content',
} as const satisfies Record<UtmName, string>

/** What an enquirer says of themselves, on the way in; every path into the product takes these names. */
export const EnquiryFields = {
  name: Text(200),
  email: Type.Optional(FreeAddress),
  phone: Type.Optional(FreeText(50)),
  company: Type.Optional(FreeText(200)),
  website: Type.Optional(FreeText(500)),
  country: Type.Optional(FreeText(60)),
  state: Type.Optional(FreeText(120)),
  city: Type.Optional(FreeText(120)),
  zipCode: Type.Optional(FreeText(20)),
  address: Type.Optional(FreeText(500)),
  message: Type.Optional(FreeLines(10_000)),
  products: Type.Optional(ProductLines),
  utm: Type.Optional(Named(FreeText(300), 40, 10)),
}

/** The texts among them, and how they are called on forms, in files and in comparisons. */
export const ENQUIRY_TEXTS = [
  'name',
  'email',
  'phone',
  'company',
  'website',
  'country',
  'state',
  'city',
  'zipCode',
  'address',
  'message',
] as const
export type EnquiryText = (typeof ENQUIRY_TEXTS)[number]
export const ENQUIRY_LABELS = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  website: 'Website',
  country: 'Country',
  state: 'State',
  city: 'City',
  zipCode: 'Zip code',
  address: 'Address',
  message: 'Message',
} as const satisfies Record<EnquiryText, string>

/** How long a lead may wait: for QA to take it in hand, then for the first response of sales. */
export const SLA_CLOCKS = ['handling', 'response'] as const
export type SlaClock = (typeof SLA_CLOCKS)[number]

/** One of them as it stands, in working time by the company’s calendar. */
export const LeadClock = Type.Object({
  clock: Type.Enum([...SLA_CLOCKS]),
  state: Type.Enum(['running', 'paused', 'answered']),
  started_at: Timestamp,
  /** Null while it is paused. */
  due_at: Nullable(Timestamp),
  answered_at: Nullable(Timestamp),
  target_ms: Type.Integer(),
  /** What it took, once it is answered. */
  took_ms: Nullable(Type.Integer()),
  /** 0 when it is over, paused or answered. */
  left_ms: Type.Integer(),
  /** How far it is, or was, over its target; 0 when it is not. */
  over_ms: Type.Integer(),
})
export type LeadClock = Static<typeof LeadClock>

export const DOMAIN_STATES = ['ok', 'restricted', 'disposable', 'free', 'none'] as const
/** What is known of the email's domain; the badge beside the address. */
export type DomainState = (typeof DOMAIN_STATES)[number]

/** A lead as every list shows it. */
export const Lead = Type.Object({
  id: Type.Integer(),
  enquiryId: Type.Integer(),
  lead_no: Type.Integer(),
  kind: Type.Enum([...LEAD_KINDS]),
  name: Type.String(),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  company: Nullable(Type.String()),
  website: Nullable(Type.String()),
  country: Nullable(Type.String()),
  state: Nullable(Type.String()),
  city: Nullable(Type.String()),
  zipCode: Nullable(Type.String()),
  address: Nullable(Type.String()),
  message: Nullable(Type.String()),
  source: Type.String(),
  /** What led here, by the names of its page's address. */
  utm: Nullable(Type.Record(Type.String(), Type.String())),
  /** For registrations; null where the form did not ask. */
  account_type: Nullable(Type.Enum([...ACCOUNT_TYPES])),
  status: Type.Enum([...LEAD_STATUSES]),
  enquiry_status: Nullable(Type.Enum([...ENQUIRY_STATUSES])),
  assigned_qa: Nullable(PersonRef),
  sales_person: Nullable(PersonRef),
  products: Type.Array(LeadProduct),
  total_quantity: Type.Integer(),
  created_at: Timestamp,
  version: Type.Integer(),
  domain_state: Type.Enum([...DOMAIN_STATES]),
  quarantined_by: Nullable(Type.Integer()),
  reason_code: Nullable(Type.String()),
  reason_note: Nullable(Type.String()),
  created_by: Nullable(PersonRef),
  /** How the owner of now came by it. */
  assigned_how: Nullable(Type.Enum(['auto', 'staff', 'self', 'bulk'])),
  assigned_at: Nullable(Timestamp),
  /** Since when it has its present status. */
  status_at: Timestamp,
  /** The day on which a lead on hold goes back by itself to what it was. */
  on_hold_until: Nullable(Day),
  lost_reason: Nullable(Type.String()),
  nurture_until: Nullable(Day),
  validated_at: Nullable(Timestamp),
  validated_by: Nullable(PersonRef),
  /** What the valid verdict says; null for a lead that has none. */
  validated: Nullable(
    Type.Object({
      company: Nullable(Type.String()),
      country: Nullable(Type.String()),
      products: Type.Array(LeadProduct),
      total_quantity: Type.Integer(),
    }),
  ),
  first_response_at: Nullable(Timestamp),
  updated_at: Timestamp,
  /** Sales' for a valid lead, QA's for any other; null where no target holds. */
  clock: Nullable(LeadClock),
  last_comment: Nullable(Type.Object({ body: Type.String(), at: Timestamp, author: Nullable(PersonRef) })),
  /** What it gave away of a machine that may have sent it. */
  spam_signals: Type.Array(Type.String()),
  /** How many other leads of its company hang together with it as duplicates, invalid ones aside. */
  duplicates: Type.Integer(),
  /** Why nobody holds it; undefined for a lead that somebody holds. */
  why_unassigned: Type.Optional(Type.String()),
  /** The company that other leads of its domain name; undefined where the list does not ask, as only registrations do. */
  existing_company: Type.Optional(Nullable(Type.Object({ company: Type.String(), leads: Type.Integer() }))),
})
export type Lead = Static<typeof Lead>

const Nobody = Type.Literal('none')

/** The filters of every lead list: `none` stands for nobody. */
export const LeadQuery = ListQuery({
  ...DateRange,
  source: Many(SourceCode),
  status: Many(Type.Enum([...LEAD_STATUSES])),
  enquiry_status: Many(Type.Enum([...ENQUIRY_STATUSES])),
  assigned_qa: Many(Type.Union([PersonId, Nobody])),
  sales_person: Many(Type.Union([PersonId, Nobody])),
  /** Why leads are invalid: invalid ones alone are found. */
  reason: Many(ReasonCode),
  /** Only leads that a restricted domain holds back. */
  quarantined: Type.Optional(Type.Enum(['yes'])),
  /** Only leads whose clock runs and has run out, or does within the hour. */
  clock: Type.Optional(Type.Enum(['overdue', 'due_soon'])),
  /** Only leads that ask for one of these products; `unknown`: for something that is not in the catalogue. */
  product: Many(Type.Union([Id, Type.Literal('unknown')])),
  /** Only leads that ask for something by this name which is not in the catalogue, however it is spaced. */
  product_name: Type.Optional(FreeText(300)),
  /** Only leads of the last so many days of the company, today among them: those that the demand of products counts. */
  asked_in: Type.Optional(Type.Enum(['30', '90'])),
})
export type LeadQuery = Static<typeof LeadQuery>

/** Fields that a lead list can be sorted by. */
export const LEAD_SORTS = [
  'created_at',
  'lead_no',
  'name',
  'company',
  'country',
  'status',
  'source',
  'assigned_at',
  'status_at',
  'validated_at',
  'updated_at',
  'total_quantity',
  'due_at',
] as const

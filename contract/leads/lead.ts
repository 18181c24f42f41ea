import { Type, type Static } from 'typebox'
import {
  DateRange,
  Day,
  FreeText,
  Id,
  ListQuery,
  Many,
  Nullable,
  PersonId,
  PersonRef,
  Text,
  Timestamp,
} from '#contract/kit/endpoint.ts'
import { FurtherContact } from './further-contacts.ts'
import { DAYS_OF } from './event-days.ts'
import { LeadClock } from './lead-clocks.ts'
import { Outlook } from './outlook.ts'
import { OwnVerdict } from './own-verdict.ts'

export const LEAD_KINDS = ['enquiry', 'registration'] as const
export type LeadKind = (typeof LEAD_KINDS)[number]

export const LEAD_STATUSES = ['new', 'assigned', 'in-progress', 'on_hold', 'valid', 'invalid'] as const
export type LeadStatus = (typeof LEAD_STATUSES)[number]

export const ENQUIRY_STATUSES = ['open', 'contacted', 'quoted', 'won', 'lost', 'nurture'] as const
export type EnquiryStatus = (typeof ENQUIRY_STATUSES)[number]

/** What sales may make of an enquiry, from where it stands. Leaving `open` is the first response. */
export const ENQUIRY_TRANSITIONS = {
  open: ['contacted', 'nurture', 'lost'],
  contacted: ['contacted', 'quoted', 'nurture', 'lost'],
  quoted: ['quoted', 'won', 'nurture', 'lost'],
  nurture: ['contacted', 'quoted', 'nurture', 'lost'],
  won: [],
  lost: ['contacted'],
} as const satisfies Record<EnquiryStatus, readonly EnquiryStatus[]>

export const LOST_REASONS = ['price', 'stock', 'timing', 'chose_competitor', 'no_reply', 'other'] as const
export type LostReason = (typeof LOST_REASONS)[number]

/** Whether an enquiry in this status has just been in contact: it says how, and may have a follow-up. */
export const isContact = (status: EnquiryStatus) => status === 'contacted' || status === 'quoted'

/** How sales reached the person. */
export const REACHED_BY = ['call', 'email', 'meeting', 'other'] as const
export type ReachedBy = (typeof REACHED_BY)[number]

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

/** A country by its ISO 3166-1 alpha-2 code, whose phone numbers may be written without its calling code. */
export const PhoneCountry = Type.String({ maxLength: 2, pattern: '^[A-Z]{2}$' })

/** Short words by which people sort leads. */
export const LONGEST_TAG = 40
export const MOST_TAGS = 50
export const Tags = Type.Array(FreeText(LONGEST_TAG), { maxItems: MOST_TAGS })

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

export const DOMAIN_STATES = ['ok', 'restricted', 'disposable', 'free', 'none'] as const
/** What is known of the email's domain; the badge beside the address. */
export type DomainState = (typeof DOMAIN_STATES)[number]

/** Of a lead, what every list sends. */
const ALWAYS = {
  id: Type.Integer(),
  enquiryId: Type.Integer(),
  lead_no: Type.Integer(),
  kind: Type.Enum([...LEAD_KINDS]),
  name: Type.String(),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  company: Nullable(Type.String()),
  country: Nullable(Type.String()),
  city: Nullable(Type.String()),
  source: Type.String(),
  status: Type.Enum([...LEAD_STATUSES]),
  enquiry_status: Nullable(Type.Enum([...ENQUIRY_STATUSES])),
  assigned_qa: Nullable(PersonRef),
  sales_person: Nullable(PersonRef),
  total_quantity: Type.Integer(),
  created_at: Timestamp,
  version: Type.Integer(),
  domain_state: Type.Enum([...DOMAIN_STATES]),
  quarantined_by: Nullable(Type.Integer()),
  reason_code: Nullable(Type.String()),
  assigned_at: Nullable(Timestamp),
  /** Since when it has its present status. */
  status_at: Timestamp,
  /** The day on which a lead on hold goes back by itself to what it was. */
  on_hold_until: Nullable(Day),
  first_response_at: Nullable(Timestamp),
  updated_at: Timestamp,
  /** Sales' for a valid lead, QA's for any other; null where no target holds. */
  clock: Nullable(LeadClock),
}

/** What a column of a list shows: sent where its `values` name it. */
const BY_COLUMN = {
  products: Type.Array(LeadProduct),
  website: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  /** What led here, by the names of its page's address. */
  utm: Nullable(Type.Record(Type.String(), Type.String())),
  reason_note: Nullable(Type.String()),
  /** For registrations; null where the form did not ask. */
  account_type: Nullable(Type.Enum([...ACCOUNT_TYPES])),
  created_by: Nullable(PersonRef),
  /** How the owner of now came by it. */
  assigned_how: Nullable(Type.Enum(['auto', 'staff', 'self', 'bulk'])),
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
  /** The day to come back to it: the follow-up that was agreed, or the end of its nurture. */
  follow_up_on: Nullable(Day),
  /** What sales last wrote of it. */
  sales_note: Nullable(Type.String()),
  last_comment: Nullable(Type.Object({ body: Type.String(), at: Timestamp, author: Nullable(PersonRef) })),
  /** What it gave away of a machine that may have sent it. */
  spam_signals: Type.Array(Type.String()),
  /** How many other leads of its company hang together with it as duplicates, invalid ones aside. */
  duplicates: Type.Integer(),
}

/** What no list shows. */
const BESIDE_LISTS = {
  further: Type.Array(FurtherContact),
  /** What the person does there. */
  job_title: Nullable(Type.String()),
  state: Nullable(Type.String()),
  zipCode: Nullable(Type.String()),
  address: Nullable(Type.String()),
  message: Nullable(Type.String()),
  external_id: Nullable(Type.String()),
  lost_reason: Nullable(Type.String()),
  nurture_until: Nullable(Day),
  reached_by: Nullable(Type.Enum([...REACHED_BY])),
}

/** Undefined wherever nothing is to be said. */
const WHERE_IT_SAYS = {
  /** Why nobody holds it; undefined for a lead that somebody holds. */
  why_unassigned: Type.Optional(Type.String()),
  own_verdict: Type.Optional(OwnVerdict),
  outlook: Type.Optional(Outlook),
  /** The company that other leads of its domain name; undefined where the list does not ask, as only registrations do. */
  existing_company: Type.Optional(Nullable(Type.Object({ company: Type.String(), leads: Type.Integer() }))),
}

/** A lead with all that is known of it. */
export const Lead = Type.Object({ ...ALWAYS, ...BY_COLUMN, ...BESIDE_LISTS, ...WHERE_IT_SAYS })
export type Lead = Static<typeof Lead>

/** A lead on a list: all of it, or of what is not always sent only the `values` that were named. */
export const LeadRow = Type.Object({
  ...ALWAYS,
  ...Type.Partial(Type.Object({ ...BY_COLUMN, ...BESIDE_LISTS })).properties,
  ...WHERE_IT_SAYS,
})
export type LeadRow = Static<typeof LeadRow>

/** What the `values` of a list’s query may name. */
export const LEAD_VALUES = [
  'products',
  'website',
  'tags',
  'utm',
  'reason_note',
  'account_type',
  'created_by',
  'assigned_how',
  'validated_at',
  'validated_by',
  'validated',
  'follow_up_on',
  'sales_note',
  'last_comment',
  'spam_signals',
  'duplicates',
  'outlook',
] as const satisfies readonly (keyof typeof BY_COLUMN | 'outlook')[]
export type LeadValue = (typeof LEAD_VALUES)[number]

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
  /** Whether the days are those of the verdict, the first contact, or the end as won or lost; the days of receipt without it. */
  days_of: Type.Optional(Type.Enum([...DAYS_OF])),
  /** Only leads that a restricted domain quarantines, or only others. */
  quarantined: Type.Optional(Type.Enum(['yes', 'no'])),
  /** Only leads whose clock runs and has run out, or does within a working hour (`urgencyOf`). */
  clock: Type.Optional(Type.Enum(['overdue', 'due_soon'])),
  /** Only leads of sales with a day to come back to them; or those whose day has come, by where their sales person is. */
  follow_up: Type.Optional(Type.Enum(['planned', 'due'])),
  /** Only leads that ask for one of these products; `unknown`: for something that is not in the catalogue. */
  product: Many(Type.Union([Id, Type.Literal('unknown')])),
  /** Only leads that ask for something by this name which is not in the catalogue, however it is spaced. */
  product_name: Type.Optional(FreeText(300)),
  /** Only leads of the last so many days of the company, today among them: those that the demand of products counts. */
  asked_in: Type.Optional(Type.Enum(['30', '90'])),
  /** Only leads that count for one of these contacts, or companies, of the directory. */
  contact: Many(Id),
  directory_company: Many(Id),
  /** What rows are to have beside what lists always send. Without it they have everything. */
  values: Many(Type.Enum([...LEAD_VALUES])),
})
export type LeadQuery = Static<typeof LeadQuery>

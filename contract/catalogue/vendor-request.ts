import { Type, type Static } from 'typebox'
import { Nullable, PersonRef, Timestamp } from '#contract/kit/endpoint.ts'
import { ATTRIBUTE_TYPES, AttributeValueSchema } from './value-schema.ts'

export const UPDATE_STATUSES = ['pending', 'needs_info', 'approved', 'rejected', 'superseded', 'withdrawn'] as const
export type UpdateStatus = (typeof UPDATE_STATUSES)[number]
/** Those on which somebody still has to decide. */
export const OPEN_STATUSES = ['pending', 'needs_info'] as const satisfies readonly UpdateStatus[]
export const CHANNELS = ['link', 'form', 'import', 'staff'] as const
export const DECISIONS = ['pending', 'approved', 'rejected', 'superseded'] as const

export const MOST_FIELDS = 60
export const MOST_PRODUCTS = 200
/** The longest text that a vendor types into one field. */
export const LONGEST_RAW = 5_000
/** Columns of products that vendors may ask to have changed; the other fields are `attributes.<code>`. */
export const VENDOR_COLUMNS = ['name', 'brand', 'unit', 'description', 'gtin'] as const
export type VendorColumn = (typeof VENDOR_COLUMNS)[number]

/** Why a rejected field keeps its value, where that changed after the request. */
export const NEWER = 'The current value is newer'

/** `name` or another column, or `attributes.<code>`. */
export const FieldName = Type.String({ minLength: 1, maxLength: 60, pattern: '^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)?$' })
export const Vendor = Type.Object({ id: Type.Integer(), name: Type.String() })

export const UpdateRow = Type.Object({
  id: Type.Integer(),
  requestedOn: Timestamp,
  vendor: Vendor,
  record: Type.Object({ id: Type.Integer(), code: Type.String(), name: Type.String() }),
  /** How many fields it is about, and how many of them nobody has decided. */
  fields: Type.Integer(),
  open_fields: Type.Integer(),
  /** The first three. */
  changes: Type.Array(
    Type.Object({
      field: Type.String(),
      label: Type.String(),
      old_text: Nullable(Type.String()),
      new_text: Nullable(Type.String()),
      changed_since: Type.Boolean(),
    }),
  ),
  status: Type.Enum([...UPDATE_STATUSES]),
  reviewer: Nullable(PersonRef),
  decidedOn: Nullable(Timestamp),
  reason: Nullable(Type.String()),
  version: Type.Integer(),
})

const Field = Type.Object({
  field: Type.String(),
  label: Type.String(),
  type: Type.Enum([...ATTRIBUTE_TYPES]),
  then_text: Nullable(Type.String()),
  now_text: Nullable(Type.String()),
  requested_text: Nullable(Type.String()),
  /** The same in another unit, and as the vendor typed it where that reads otherwise. */
  also: Nullable(Type.String()),
  raw: Nullable(Type.String()),
  /** Why what was typed could not be read: it is edited before it is approved, or rejected. */
  problem: Nullable(Type.String()),
  /** The value now, as `seen` of a decision says it. */
  now: AttributeValueSchema,
  /** It is no longer what it was when this was asked for; who changed it last. */
  changed: Type.Boolean(),
  changed_by: Nullable(Type.Object({ name: Type.String(), at: Timestamp })),
  /** The product has the requested value already. */
  already: Type.Boolean(),
  /** Approving it fills the last that the product lacks. */
  completes: Type.Boolean(),
  decision: Type.Enum([...DECISIONS]),
  applied_text: Nullable(Type.String()),
  reason: Nullable(Type.String()),
})
export type VendorField = Static<typeof Field>

export const UpdateDetails = Type.Object({
  ...UpdateRow.properties,
  channel: Type.Enum([...CHANNELS]),
  note: Nullable(Type.String()),
  contact: Type.Object({
    name: Nullable(Type.String()),
    email: Nullable(Type.String()),
    phone: Nullable(Type.String()),
  }),
  rows: Type.Array(Field),
  /** Of the vendor's fields decided in the last 180 days, how many were approved. */
  record_of_vendor: Type.Object({ approved: Type.Integer(), decided: Type.Integer() }),
  /** Other open requests about the product. */
  others: Type.Array(Type.Object({ id: Type.Integer(), vendor: Type.String() })),
  product_version: Type.Integer(),
  /** Whether the product is offered to customers. */
  discoverable: Type.Boolean(),
  /** By which the vendor answers; said once, when the question is asked. */
  link: Nullable(Type.String()),
})
export type VendorUpdate = Static<typeof UpdateDetails>

/** What vendors are asked, and by which link; the link itself is stored nowhere. */
export const Ask = Type.Object({
  id: Type.Integer(),
  vendor: Vendor,
  products: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  fields: Type.Array(Type.String()),
  message: Nullable(Type.String()),
  asked_by: Nullable(PersonRef),
  asked_at: Timestamp,
  expires_at: Timestamp,
  opened_at: Nullable(Timestamp),
  answered_at: Nullable(Timestamp),
  revoked_at: Nullable(Timestamp),
  version: Type.Integer(),
})

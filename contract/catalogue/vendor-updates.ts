import { Type } from 'typebox'
import {
  type BodyOf,
  ById,
  DateRange,
  Done,
  FreeAddress,
  FreeLines,
  FreeText,
  get,
  Id,
  ListFilter,
  ListQuery,
  Many,
  Named,
  One,
  PageOf,
  post,
  type RowOf,
  SeenVersion,
  Text,
  Timestamp,
} from '#contract/kit/endpoint.ts'
import { NO_HISTORY, type Entity } from '#contract/kit/history.ts'
import { bulkAct } from '#contract/platform/bulk.ts'
import { Selection } from '#contract/platform/selections.ts'
import { AttributeValueSchema } from './value-schema.ts'
import {
  Ask,
  FieldName,
  MOST_FIELDS,
  MOST_PRODUCTS,
  UPDATE_STATUSES,
  UpdateDetails,
  UpdateRow,
  Vendor,
} from './vendor-request.ts'

const filters = {
  status: Many(Type.Enum([...UPDATE_STATUSES])),
  vendor: Many(Id),
  product: Type.Optional(Id),
  field: Many(FieldName),
  /** Only those of which a value has changed since. */
  changed_since: Type.Optional(Type.Enum(['yes'])),
  ...DateRange,
}
export const UPDATE_SORTS = ['requestedOn', 'vendor', 'record', 'status', 'decidedOn', 'fields'] as const

/** A vendor by id, or by name: one that is not known yet becomes known. */
const whichVendor = { vendor_id: Type.Optional(Id), vendor_name: Type.Optional(Text(200)) }

const FAILED = 'Failed to fetch data'
const LIST = 'vendor_data_update_list'
const DECIDE = 'vendor_data_update_decide'

export const vendorUpdates = {
  list: get('/marketing/vendor-data-update-list', {
    summary: 'The changes of products that vendors request',
    permission: LIST,
    query: ListQuery(filters),
    wire: {
      page: 'current',
      sort: 'sortField',
      order: 'sortOrder',
      search: 'searchText',
      from_date: 'fromDate',
      to_date: 'toDate',
    },
    reply: PageOf(UpdateRow),
    failure: FAILED,
  }),
  details: get('/marketing/vendor_data_update/:id', {
    summary: 'One request of a vendor: each field as it was, as it is now, and as it is requested',
    permission: LIST,
    params: ById,
    reply: One(UpdateDetails),
    failure: FAILED,
  }),
  setStatus: post('/marketing/update-vendor-data-status', {
    summary: 'Approves or rejects a request, field by field or all of it; asks the vendor; opens it again',
    permission: DECIDE,
    did: 'Decided on *',
    body: Type.Object({
      id: Id,
      status: Type.Enum(['approved', 'rejected', 'needs_info', 'pending']),
      reason: Type.Optional(FreeLines(2_000)),
      fields: Type.Optional(
        Type.Array(
          Type.Object({
            field: FieldName,
            decision: Type.Enum(['approved', 'rejected']),
            /** What is written in place of what was asked for; a text is read as a person types it. */
            value: Type.Optional(AttributeValueSchema),
            /** The value that the person saw: needed where it changed after the request. */
            seen: Type.Optional(AttributeValueSchema),
            reason: Type.Optional(FreeLines(500)),
          }),
          { minItems: 1, maxItems: MOST_FIELDS },
        ),
      ),
      version: SeenVersion,
    }),
    reply: One(UpdateDetails),
    failure: 'Network error: Failed to update status',
  }),
  select: post('/marketing/vendor_update_selection', {
    summary: 'Selects requests: single ones, or all that the list shows for a filter',
    permission: LIST,
    did: NO_HISTORY,
    body: Type.Object({
      ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1_000 })),
      filter: Type.Optional(ListFilter(ListQuery(filters))),
    }),
    reply: One(Selection),
    failure: 'The requests were not selected. Try again.',
  }),
  decideMany: bulkAct(
    '/marketing/bulk_vendor_status',
    'Approves requests of which nothing has changed since, or rejects requests',
    DECIDE,
    'Decided on *',
    { status: Type.Enum(['approved', 'rejected']), reason: Type.Optional(FreeLines(2_000)) },
  ),
  add: post('/marketing/add_vendor_update', {
    summary: 'Adds a request on behalf of a vendor',
    permission: DECIDE,
    did: 'Added *',
    body: Type.Object({
      product_id: Id,
      ...whichVendor,
      fields: Named(AttributeValueSchema, 60, MOST_FIELDS),
      note: Type.Optional(FreeLines(2_000)),
      contact_name: Type.Optional(FreeText(200)),
      contact_email: Type.Optional(FreeAddress),
      contact_phone: Type.Optional(FreeText(50)),
    }),
    reply: One(UpdateDetails),
    failure: 'The request was not added. Try again.',
  }),
  ask: post('/marketing/ask_vendor', {
    summary: 'Makes a link by which a vendor fills in fields of products; it is said once',
    permission: DECIDE,
    did: 'Requested fields from *',
    body: Type.Object({
      ...whichVendor,
      product_ids: Type.Array(Id, { minItems: 1, maxItems: MOST_PRODUCTS }),
      fields: Type.Array(FieldName, { minItems: 1, maxItems: MOST_FIELDS }),
      message: Type.Optional(FreeLines(2_000)),
    }),
    reply: One(Type.Object({ id: Type.Integer(), link: Type.String(), expires_at: Timestamp })),
    failure: 'The link was not made. Try again.',
  }),
  revoke: post('/marketing/revoke_vendor_ask', {
    summary: 'Ends a link',
    permission: DECIDE,
    did: 'Revoked the link of *',
    body: Type.Object({ id: Id }),
    reply: Done,
    failure: 'The link was not revoked. Try again.',
  }),
  asks: get('/marketing/vendor_asks', {
    summary: 'The links that were made for vendors, the newest first',
    permission: LIST,
    query: ListQuery({ vendor: Many(Id), product: Type.Optional(Id) }),
    reply: PageOf(Ask),
    failure: FAILED,
  }),
  vendors: get('/marketing/vendors', {
    summary: 'Vendors by a part of their name',
    permission: LIST,
    query: Type.Object({ search: Type.Optional(Type.String({ maxLength: 200 })) }),
    reply: One(Type.Array(Vendor)),
    failure: 'Search failed',
  }),
}
export type VendorUpdateRow = RowOf<typeof vendorUpdates.list>
export type VendorAsk = RowOf<typeof vendorUpdates.asks>
export type Decision = NonNullable<BodyOf<typeof vendorUpdates.setStatus>['fields']>[number]

export const entities = {
  vendor_updates: {
    noun: { one: 'vendor request', many: 'vendor requests' },
    fields: { superseded_by: 'replaced by', decided_on: 'decided on' },
    undo: 'undoable',
  },
  vendor_update_fields: {
    noun: { one: 'requested field', many: 'requested fields' },
    fields: { then_value: 'value then', raw: 'as typed' },
    undo: 'undoable',
  },
  vendor_asks: {
    noun: { one: 'vendor link', many: 'vendor links' },
    fields: { product_ids: 'products' },
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>

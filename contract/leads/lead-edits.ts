import { Type } from 'typebox'
import {
  FreeAddress,
  FreeLines,
  FreeText,
  Id,
  Nullable,
  One,
  post,
  PostalAddress,
  SeenVersion,
  Text,
} from '#contract/kit/endpoint.ts'
import { FurtherContacts } from './further-contacts.ts'
import { Lead, ProductLines, Tags } from './lead.ts'

/** What was sent, corrected. A field that is left out stays as it is. */
const SentFields = {
  enquiryId: Id,
  name: Type.Optional(Text(200)),
  email: Type.Optional(Nullable(FreeAddress)),
  phone: Type.Optional(Nullable(FreeLines(50))),
  /** All of them, in their order. */
  further: Type.Optional(FurtherContacts),
  company: Type.Optional(Nullable(FreeText(200))),
  job_title: Type.Optional(Nullable(FreeText(120))),
  /** All of them. */
  tags: Type.Optional(Tags),
  website: Type.Optional(Nullable(FreeText(500))),
  country: Type.Optional(Nullable(FreeText(60))),
  state: Type.Optional(Nullable(FreeText(120))),
  city: Type.Optional(Nullable(FreeText(120))),
  zipCode: Type.Optional(Nullable(FreeText(20))),
  address: Type.Optional(Nullable(PostalAddress(500))),
  message: Type.Optional(Nullable(FreeLines(10_000))),
  version: SeenVersion,
}

export const leadEdits = {
  update: post('/marketing/update_enquiry_leads', {
    summary: 'Edits a lead; changes by others in other fields stay',
    permission: 'marketing_leads_edit',
    did: 'Changed *',
    body: Type.Object(SentFields),
    reply: One(Lead),
    failure: 'The lead was not saved. Try again.',
  }),
  updateWithProducts: post('/marketing/update_enquiry_leads_with_products', {
    summary:
      'Edits a lead and all its products: lines with an id change, lines without one are added, missing lines are removed',
    permission: 'marketing_leads_edit',
    did: 'Changed * and its products',
    body: Type.Object({ ...SentFields, products: ProductLines }),
    reply: One(Lead),
    failure: 'The lead was not saved. Try again.',
  }),
  removeProduct: post('/marketing/delete_product_item', {
    summary: 'Removes a product from a lead',
    permission: 'marketing_leads_edit',
    did: 'Removed a product from *',
    body: Type.Object({ itemId: Id }),
    reply: One(Lead),
    failure: 'Failed to delete product item due to a network error',
  }),
  remove: post('/marketing/delete_leads', {
    summary: 'Deletes a lead, which can be restored for 30 days',
    permission: 'marketing_leads_delete',
    did: 'Deleted *',
    body: Type.Object({ enquiryId: Id, version: SeenVersion }),
    reply: One(Type.Object({ enquiryId: Type.Integer() })),
    failure: 'Network error while deleting lead',
  }),
  restore: post('/marketing/restore_leads', {
    summary: 'Restores a deleted lead',
    permission: 'marketing_leads_delete',
    did: 'Restored *',
    body: Type.Object({ enquiryId: Id }),
    reply: One(Lead),
    failure: 'The lead was not restored. Try again.',
  }),
}

import { Type, type Static } from 'typebox'
import { Address, FreeAddress, FreeLines, FreeText, Nullable, PostalAddress } from '#contract/kit/endpoint.ts'

const Kind = Type.Enum(['email', 'phone'])
export const MOST_FURTHER = 50

/** A phone or an email that a lead has beside its first one. */
export const FurtherContact = Type.Object({
  kind: Kind,
  value: Type.String(),
  /** What it is called, such as Mobile; null where nobody said. */
  label: Nullable(Type.String()),
})
export type FurtherContact = Static<typeof FurtherContact>

/** The same on the way in. */
export const FurtherContacts = Type.Array(
  Type.Object({ kind: Kind, value: Address, label: Type.Optional(Nullable(FreeText(60))) }),
  { maxItems: MOST_FURTHER },
)

/** How somebody can be reached, on the way in. Of several in one text the first is the lead’s, and the others are further ones. */
export const ContactFields = {
  email: Type.Optional(FreeAddress),
  phone: Type.Optional(FreeLines(50)),
  further: Type.Optional(FurtherContacts),
  address: Type.Optional(PostalAddress(500)),
}

/** What columns with all of one kind are called. */
export const FURTHER_LABELS = { other_emails: 'Other emails', other_phones: 'Other phones' } as const

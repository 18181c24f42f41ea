import { Type } from 'typebox'
import { ById, del, get, Id, One, post, Text } from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'

/** Where a name came from: a lead whose name was mapped, a person, or a file. */
export const NAME_SOURCES = ['learned', 'manual', 'import'] as const

/** A product has at most so many other names. */
export const MOST_NAMES = 1_000
export const LONGEST_NAME = 300

/** What people call them. */
export const NAMES_LABEL = 'Also called'

/** Other names of a product: a lead that asks for one of them asks for the product. */
export const productNames = {
  list: get('/marketing/product_names/:id', {
    summary: 'The other names of a product, in alphabetical order',
    permission: 'master_products_view',
    params: ById,
    reply: One(
      Type.Array(Type.Object({ id: Type.Integer(), text: Type.String(), source: Type.Enum([...NAME_SOURCES]) })),
    ),
    failure: 'The names did not load. Try again.',
  }),
  add: post('/marketing/product_names', {
    summary: 'Gives a product another name, and maps the leads that ask for it',
    permission: 'master_products_edit',
    did: 'Added the name *',
    body: Type.Object({ product_id: Id, name: Text(LONGEST_NAME) }),
    /** Leads that ask for the product now. */
    reply: One(Type.Object({ leads: Type.Integer() })),
    failure: 'The name was not added. Try again.',
  }),
  remove: del('/marketing/product_names/:id', {
    summary: 'Forgets another name of a product; leads that were mapped by it stay mapped',
    permission: 'master_products_edit',
    did: 'Removed the name *',
    params: ById,
    reply: One(Type.Object({ text: Type.String() })),
    failure: 'The name was not removed. Try again.',
  }),
}

export const entities = {
  product_synonyms: { noun: { one: 'product name', many: 'product names' }, undo: 'undoable' },
} as const satisfies Readonly<Record<string, Entity>>

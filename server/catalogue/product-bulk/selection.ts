import { sql } from 'kysely'
import type { Selectable } from '#server/platform/selections/select.ts'

export const PRODUCTS: Selectable = { entity: 'products', alias: 'p', none: 'None of these products exist any more.' }
export const seenProducts = () => sql<boolean>`p.deleted_at is null`

export const GONE = 'This product no longer exists'

/** "Delete 3 products". */
export const titled = (verb: string) => (count: number) =>
  `${verb} ${count.toLocaleString('en')} ${count === 1 ? 'product' : 'products'}`

import type { Clock } from '#server/db/clock.ts'
import { badField } from '#server/kit/errors.ts'
import { openAddresses } from './addresses.ts'
import { FAULTS, SHOWN, type Picture, type Variant } from './picture.ts'
import { openReader } from './reader.ts'
import { faultOfHead } from './sniff.ts'

/** What a node does with pictures: reads those that come, and says where stored ones are to be had. */
export const openPictures = (secret: string, clock: Pick<Clock, 'now'>, quotaMb: number) => {
  const reader = openReader()
  return {
    /** A picture that somebody sent, written anew; a refusal says what is wrong with it. */
    async read(bytes: Uint8Array, variants: readonly Variant[] = SHOWN): Promise<Picture> {
      const fault = faultOfHead(bytes)
      const converted = fault ? { fault } : await reader.read(bytes, variants)
      if ('fault' in converted) throw badField('picture', FAULTS[converted.fault])
      return converted.picture
    },
    /** Further variants of one that is stored. */
    remake: reader.read,
    addresses: openAddresses(secret, clock),
    /** How much of them a company may store. */
    quotaMb,
    close: reader.close,
  }
}
export type Pictures = ReturnType<typeof openPictures>

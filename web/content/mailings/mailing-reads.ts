import { mailings } from '#contract/content/mailings.ts'
import { useWatched } from '#web/kit/data/api.ts'
import { isGoing } from './mailing-words.ts'

/** Whatever shows mailings: out of date after any decision about one. */
export const MAILING_READS = [mailings.list, mailings.details, mailings.recipients, mailings.preview] as const

const EVERY_MS = 2_000

/** One mailing, as it goes on. */
export const useMailing = (id: number) =>
  useWatched(mailings.details, { params: { id } }, ({ data }) => isGoing(data), true, EVERY_MS)

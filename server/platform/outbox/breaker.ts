import type { EndedMail } from './kind.ts'

/** What has ended of a mailing since a person last let it go on. */
export interface Watched {
  ended: number
  hard: number
  /** Refused one after the other by what the mail server thinks of us. */
  policyInRow: number
}

export interface Stop {
  code: string
  reason: string
}

const LOOKED_AT = 200
const MOST_HARD = 0.05
const MOST_POLICY = 10
/** So long a mail server may be away before somebody has to look. */
export const AWAY_MINUTES = 15

export const watch = (watched: Watched, mail: EndedMail): Watched => ({
  ended: watched.ended + 1,
  hard: watched.hard + (mail.class === 'hard' ? 1 : 0),
  policyInRow: mail.class === 'policy' ? watched.policyInRow + 1 : 0,
})

/** Why a mailing should not go on by itself. */
export const stopBy = ({ ended, hard, policyInRow }: Watched, last: EndedMail): Stop | undefined => {
  if (policyInRow >= MOST_POLICY)
    return {
      code: 'policy',
      reason: `The mail server refused ${policyInRow} mails in a row: ${last.reply ?? ''}`.trim(),
    }
  if (ended >= LOOKED_AT && hard > ended * MOST_HARD)
    return { code: 'refusals', reason: `${hard} of ${ended} addresses don’t exist. Check where they come from.` }
  return undefined
}

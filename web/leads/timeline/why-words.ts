import type { PersonRef } from '#contract/kit/endpoint.ts'
import { session } from '#web/kit/data/session.ts'

/** What a reader wants to know about whom a lead was given to. */
export const whyWords = (chosen: PersonRef | null) => {
  if (!chosen) return 'Why nobody?'
  return chosen.id === session.get().user?.id ? 'Why me?' : `Why ${chosen.name}?`
}

import { leadPathFor } from '#contract/leads/lead-path.ts'
import { can } from '#web/kit/data/session.ts'

/** Where this person finds the lead, opened beside its list; undefined when no page of theirs shows it. */
export const leadPath = (lead: { id: number; kind: string; status: string }): string | undefined =>
  leadPathFor(lead, (key) => can(key))

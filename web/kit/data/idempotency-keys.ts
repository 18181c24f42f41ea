import { randomId } from './random-id.ts'
import { session } from './session.ts'

// Idempotency keys of presses that have not succeeded yet, so that a retry, a double press, or the same form sent again
// after the tab was reloaded in the middle, is the same act. Kept with the drafts, in the tab's session storage.

const KEPT = 20

const place = () => `leadroom.pressed.${session.get().companyId ?? 'none'}`

const all = (): [press: string, key: string][] => {
  try {
    return JSON.parse(sessionStorage.getItem(place()) ?? '[]')
  } catch {
    return []
  }
}

const keep = (presses: [string, string][]) => {
  try {
    sessionStorage.setItem(place(), JSON.stringify(presses.slice(-KEPT)))
  } catch {
    // No room: then a press lives as long as its call, as everywhere else.
  }
}

/** The key of a press of this very input, made at the first one. */
export const keyOfPress = (press: string): string => {
  const known = all().find(([one]) => one === press)
  if (known) return known[1]
  const key = randomId()
  keep([...all(), [press, key]])
  return key
}

/** It succeeded, or can never: the next press of the same is another act. */
export const forgetPress = (press: string) => keep(all().filter(([one]) => one !== press))

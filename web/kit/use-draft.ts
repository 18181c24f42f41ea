import { useState } from 'react'
import { draftsOf } from './drafts.ts'
import { session } from './session.ts'

/** The draft of a form: `found` is what an earlier visit left, to be offered; call `keep` on every change and `drop` when sent. */
export const useDraft = (form: string) => {
  const drafts = draftsOf(session.get().companyId ?? 'none')
  const [found, setFound] = useState(() => drafts.read(form))
  return {
    found,
    keep: (values: Record<string, unknown>) => drafts.keep(form, values),
    drop: () => {
      drafts.drop(form)
      setFound(undefined)
    },
    /** Hides the offer, once taken; the draft itself stays until the form is sent. */
    taken: () => setFound(undefined),
  }
}

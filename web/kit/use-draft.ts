import { useState } from 'react'
import { draftsOf } from './drafts.ts'
import { session } from './session.ts'

/** What an earlier visit left; of another version of the app it may be less. */
interface Found<Values> {
  values: Partial<Values>
  at: string
}

/** The draft of a form: `found` is what an earlier visit left, to be offered; call `keep` on every change and `drop` when sent. */
export const useDraft = <Values extends object = Record<string, unknown>>(form: string) => {
  const drafts = draftsOf(session.get().companyId ?? 'none')
  const [found, setFound] = useState(() => drafts.read(form) as Found<Values> | undefined)
  return {
    found,
    keep: (values: Values) => drafts.keep(form, values),
    drop: () => {
      drafts.drop(form)
      setFound(undefined)
    },
    /** Hides the offer, once taken; the draft itself stays until the form is sent. */
    taken: () => setFound(undefined),
  }
}

import { useState } from 'react'
import { draftsOf } from './drafts.ts'
import { session } from '#web/kit/data/session.ts'

/** What an earlier visit left; of another version of the app it may be less. */
interface Found<Values> {
  values: Partial<Values>
  at: string
}

/** The drafts of whoever is signed in. */
export const ownDrafts = () => draftsOf({ companyId: session.get().companyId, personId: session.get().user?.id })

/** The draft of a form: `found` is what an earlier visit left, to be offered; call `keep` on every change and `drop` when sent. */
export const useDraft = <Values extends object = Record<string, unknown>>(form: string) => {
  const drafts = ownDrafts()
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

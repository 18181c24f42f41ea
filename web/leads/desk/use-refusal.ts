import { useState } from 'react'
import { useDraft } from '#web/kit/form/use-draft.ts'
import { begunRefusal, likelyRefusal, refusalError } from './InvalidBox.tsx'
import type { Desk, Refusal } from './lead-desk.ts'
import { draftOfRefusal } from './use-verdicts.ts'

/** Why the lead is to be invalid, once the person has begun to say so: `refusal` is undefined until then and after Cancel. */
export const useRefusal = (desk: Desk, failed: Refusal | undefined) => {
  const draft = useDraft<Refusal>(draftOfRefusal(desk.lead.id))
  const [refusing, setRefusing] = useState(failed !== undefined)
  // What was begun waits until the lead is to be invalid again.
  const [begun, setBegun] = useState(() => failed ?? (draft.found && begunRefusal(draft.found.values)))
  const [problem, setProblem] = useState<string>()
  const refusal = refusing ? begun : undefined

  return {
    refusal,
    problem,
    begin: () => {
      setBegun(begun ?? likelyRefusal(desk))
      setRefusing(true)
    },
    leave: () => {
      setRefusing(false)
      setProblem(undefined)
    },
    change: (next: Refusal) => {
      setBegun(next)
      draft.keep(next)
    },
    /** Whether it can be sent; else it shows what is missing. */
    check: (sent: Refusal) => {
      const found = refusalError(sent)
      setProblem(found)
      return found === undefined
    },
  }
}

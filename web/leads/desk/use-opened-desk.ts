import type { FormInstance } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useDraft } from '#web/kit/form/use-draft.ts'
import { useStable } from '#web/kit/form/use-stable.ts'
import { follow } from '#web/leads/conflicts/use-conflict.tsx'
import type { CallingCode } from '#web/leads/fields/phone-parts.ts'
import { valuesOf, type Desk, type DeskValues } from './lead-desk.ts'
import { draftOf, type FailedAttempt } from './use-verdicts.ts'

interface OpenedDeskOptions {
  form: FormInstance<DeskValues>
  /** The lead as it is now. */
  desk: Desk
  /** The version that the person's own act, starting, made of it: the desk goes on from it. */
  rebase: number | undefined
  countries: readonly CallingCode[]
  failed: FailedAttempt | undefined
}

/** What was typed, and the lead as it was then: what others change meanwhile is not overwritten unseen. */
interface VerdictDraft extends DeskValues {
  begunOn: Pick<Desk, 'lead' | 'products'>
}

/** The form of a verdict and `opened`, the lead that it rests on: that of now until something is typed. What is typed is kept as a draft. */
export const useOpenedDesk = ({ form, desk, rebase, countries, failed }: OpenedDeskOptions) => {
  const draft = useDraft<VerdictDraft>(draftOf(desk.lead.id))
  const [seen, setSeen] = useState({ desk, rebase })
  const [touched, setTouched] = useState(failed !== undefined)
  const opened = seen.desk
  const fresh = desk.lead.version !== opened.lead.version
  const initial = useMemo(() => failed?.values ?? valuesOf(opened, countries), [failed, opened, countries])

  if (rebase !== seen.rebase && fresh) setSeen({ desk, rebase })
  useEffect(() => {
    if (!fresh || touched) return
    // oxlint-disable-next-line react/set-state-in-effect -- with the fields, which are set from an effect alone
    setSeen({ desk, rebase })
    form.setFieldsValue(valuesOf(desk, countries))
  }, [fresh, touched, desk, rebase, countries, form])

  const keepDraft = useStable(() => {
    const { lead, products } = opened
    draft.keep({ ...form.getFieldsValue(true), begunOn: { lead, products } })
  })
  const noteChange = useStable(() => {
    setTouched(true)
    keepDraft()
  })
  // What was typed rests from then on upon what it was compared with, or upon the person's own act.
  useEffect(() => {
    if (touched) keepDraft()
  }, [opened, touched, keepDraft])

  return {
    opened,
    initial,
    /** Whether others have changed the lead under what was typed. */
    outdated: fresh && touched,
    allValues: (): DeskValues => ({ ...valuesOf(opened, countries), ...form.getFieldsValue(true) }),
    noteChange,
    /** Rests upon the lead of now: fields that still hold what `seenAtFirst` had follow it. */
    goOnFrom: (seenAtFirst: Desk) => {
      follow({ form, valuesOf: (now) => valuesOf(now, countries) }, seenAtFirst, desk)
      setSeen({ desk, rebase })
    },
    found: draft.found,
    takeDraft: () => {
      const { begunOn, ...values } = draft.found?.values ?? {}
      form.setFieldsValue(values)
      setSeen({ desk: { ...desk, ...begunOn }, rebase })
      setTouched(true)
      draft.taken()
    },
    dropDraft: draft.drop,
  }
}

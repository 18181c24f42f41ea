import type { FormInstance } from 'antd'
import { dequal } from 'dequal/lite'
import { useEffect, useState } from 'react'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { refresh } from '#web/kit/data/api.ts'
import { STAY } from '#web/kit/form/FormModal.tsx'
import { useUnmounted } from '#web/kit/form/use-unmounted.ts'
import { useStable } from '#web/kit/form/use-stable.ts'
import { ConflictNotice, isConflict, type ConflictNoticeProps } from './ConflictNotice.tsx'
import { PHONE_FIELDS } from '#web/leads/fields/lead-fields.ts'
import { useMeanwhile } from './use-meanwhile.tsx'

interface ConflictOptions<Seen> extends Omit<ConflictNoticeProps, 'failure' | 'title' | 'differences' | 'onContinue'> {
  /** Tell how it is now, and are asked again once a save was refused. */
  reads: Endpoint | readonly Endpoint[]
  differences: (seen: Seen, now: Seen) => ConflictNoticeProps['differences']
  /** A form whose fields follow what others do, each until something is typed into it. Without it nothing follows. */
  fields?: Fields<Seen>
}

interface Fields<Seen> {
  form: FormInstance
  valuesOf: (now: Seen) => object
}

/** Nobody's change is overwritten unseen: the form rests on what was seen when it was begun, and `notice` shows what is different since then. */
export const useConflict = <Seen extends object>(
  now: Seen,
  { reads, differences, fields, ...notice }: ConflictOptions<Seen>,
) => {
  const [begun, setBegun] = useState(fields ? undefined : now)
  const [refused, setRefused] = useState<unknown>()
  const [sending, setSending] = useState(false)
  const gone = useUnmounted()
  const seen = begun ?? now
  const refill = useStable((to: Seen) => fields?.form.setFieldsValue(fields.valuesOf(to)))
  useEffect(() => {
    if (!begun) refill(now)
  }, [begun, now, refill])
  const goOn = () => {
    if (fields) follow(fields, seen, now)
    setBegun(now)
    setRefused(undefined)
  }
  // While an act of one's own is under way it may be that.
  const told = useMeanwhile(refused === undefined && !sending ? differences(seen, now) : [], goOn)

  return {
    seen,
    /** Something was typed, or taken from what was half written about an earlier state. */
    begin: (from = seen) => setBegun(from),
    /** The answer to what is sent, or STAY where it was refused for what others did. */
    unlessChanged: async <Answer,>(sent: Promise<Answer>) => {
      setSending(true)
      try {
        return await sent
      } catch (failure) {
        if (!isConflict(failure) || gone.current) throw failure
        await refresh(reads)
        setRefused(failure)
        return STAY
      } finally {
        setSending(false)
      }
    },
    notice:
      refused === undefined ? (
        told.notice
      ) : (
        <ConflictNotice {...notice} failure={refused} differences={differences(seen, now)} onContinue={goOn} />
      ),
    /** For a form whose save is refused for some of the changes alone: the others are told here, before they are overwritten. */
    meanwhile: told.line,
  }
}

/** Fields that still hold what was there when the form was begun hold what is there now. */
export const follow = <Seen,>({ form, valuesOf }: Fields<Seen>, begun: Seen, now: Seen) => {
  const [held, was] = [form.getFieldsValue(true), valuesOf(begun)].map((values) => new Map(Object.entries(values)))
  const isUntyped = (name: string) => dequal(held?.get(name), was?.get(name))
  // Neither part of a number makes sense with another one's other part.
  const follows = (name: string) => (PHONE_FIELDS.includes(name) ? PHONE_FIELDS : [name]).every(isUntyped)
  form.setFieldsValue(Object.fromEntries(Object.entries(valuesOf(now)).filter(([name]) => follows(name))))
}

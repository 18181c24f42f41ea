import { useMemo, useState } from 'react'
import type { FormInstance } from 'antd'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { fieldName, type Entity } from '#contract/kit/history.ts'
import { ApiError } from '#web/kit/data/api.ts'
import { CHANGE_WORDS } from '#web/leads/words/lead-changes.ts'
import { capitalised, valueWords } from '#web/platform/changes/change-words.ts'
import { isConflict } from './ConflictNotice.tsx'
import { useConflict } from './use-conflict.tsx'

interface RowConflictOptions<Row> {
  /** What the history calls it. */
  entity: string
  /** How the contract of its area declares it. */
  declared: Entity
  /** What is compared, in the order of the form. */
  fields: readonly (keyof Row & string)[]
  form: FormInstance
  valuesOf: (row: Row | undefined) => object
  reads: Endpoint | readonly Endpoint[]
  onSkip: () => void
}

/** As `useConflict`, for a form of settings, whose refusal says how they are now. Those of a new row are nobody else's. */
export const useRowConflict = <Row extends { version: number }>(
  row: Row | undefined,
  { entity, declared, fields, form, valuesOf, reads, onSkip }: RowConflictOptions<Row>,
) => {
  const [told, setTold] = useState<Row>()
  const newest = told && row && told.version > row.version ? told : row
  const now = useMemo(() => ({ row: newest }), [newest])
  const words = (of: Row | undefined, field: keyof Row & string) =>
    of ? (valueWords(CHANGE_WORDS, entity, field, of[field]) ?? String(of[field] ?? '')) : ''
  const { seen, begin, unlessChanged, notice } = useConflict(now, {
    reads,
    differences: (before, after) =>
      fields
        .map((field) => ({
          field: capitalised(fieldName(declared, field)),
          before: words(before.row, field),
          now: words(after.row, field),
        }))
        .filter((one) => one.before !== one.now),
    fields: { form, valuesOf: ({ row: one }) => valuesOf(one) },
    continueLabel: 'Keep mine',
    skipLabel: 'Keep theirs',
    onSkip,
  })
  const heard = (failure: unknown): never => {
    if (row && failure instanceof ApiError && isConflict(failure))
      setTold({ ...row, ...Object(failure.details['current']) })
    throw failure
  }
  return {
    seen: seen.row,
    begin: (from?: Row) => begin(from && { row: from }),
    unlessChanged: <Answer,>(sent: Promise<Answer>) => unlessChanged(sent.catch(heard)),
    notice,
  }
}

import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { ApiError, sentenceOf } from '#web/kit/data/api.ts'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import '#web/leads/drawer/lead-facts.css'

/** Whether a decision was refused for what somebody else did meanwhile. */
export const isConflict = (failure: unknown) =>
  failure instanceof ApiError &&
  failure.status === 409 &&
  ['version_conflict', 'wrong_status', 'held'].includes(failure.code)

export interface ConflictNoticeProps {
  failure?: unknown
  /** Unless it is what the failure says. */
  title?: string
  differences: readonly { field: string; before: string; now: string }[]
  onContinue?: () => void
  continueLabel?: string
  onSkip: () => void
  skipLabel?: string
}

/** What differs from what was opened. What was typed stays in the form. */
export const ConflictNotice = ({
  failure,
  title = sentenceOf(failure),
  differences,
  onContinue,
  continueLabel = 'Decide on the current version',
  onSkip,
  skipLabel = 'Skip',
}: ConflictNoticeProps) => {
  const box = useRef<HTMLDivElement>(null)
  // It stands at the top of the form, which may be out of sight.
  useEffect(() => box.current?.focus(), [failure])
  return (
    <div ref={box} className="conflict" tabIndex={-1}>
      <Notice kind="warning" title={title}>
        Your changes are still here.
        {differences.length > 0 && (
          <table className="differences">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">When you opened it</th>
                <th scope="col">Now</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ field, before, now }) => (
                <tr key={field}>
                  <th scope="row">{field}</th>
                  <td>{orEmpty(before)}</td>
                  <td>{orEmpty(now)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <div className="notice-actions">
          {onContinue && (
            <Button type="primary" onClick={onContinue}>
              {continueLabel}
            </Button>
          )}
          <Button onClick={onSkip}>{skipLabel}</Button>
        </div>
      </Notice>
    </div>
  )
}

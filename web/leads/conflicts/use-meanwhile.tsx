import { Button } from 'antd'
import { useState } from 'react'
import { ConflictNotice, type ConflictNoticeProps } from './ConflictNotice.tsx'
import '#web/leads/desk/desk.css'

/** What others have changed while one types: a line where it moves nothing under the hands, and, asked for, what is different. */
export const useMeanwhile = (differences: ConflictNoticeProps['differences'], onContinue: () => void) => {
  const [looking, setLooking] = useState(false)
  const some = differences.length > 0
  return {
    notice: looking && some && (
      <ConflictNotice
        title="This lead has changed since you opened it"
        differences={differences}
        onContinue={() => {
          setLooking(false)
          onContinue()
        }}
        onSkip={() => setLooking(false)}
        skipLabel="Not now"
      />
    ),
    line: (
      <div role="status" className="meanwhile">
        {!looking && some && (
          <div className="desk-meanwhile">
            <span>
              Changed since you opened it: <strong>{differences.map(({ field }) => field).join(', ')}</strong>
            </span>
            <Button size="small" onClick={() => setLooking(true)}>
              Show
            </Button>
          </div>
        )}
      </div>
    ),
  }
}

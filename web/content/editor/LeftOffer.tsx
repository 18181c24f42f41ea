import { Button, Modal } from 'antd'
import { useState } from 'react'
import { formats } from '#web/kit/look/format.ts'
import { shown } from './ConflictDialog.tsx'
import { changedFields, FIELD_LABELS, type PostFields } from './post-fields.ts'
import type { Left } from './use-opening.ts'

interface LeftOfferProps {
  left: Left
  stored: PostFields
  isNew: boolean
  onContinue: () => void
  onDiscard: () => void
}

/** What was typed on an earlier visit and not saved. Nothing is written over it before somebody has said what to do with it. */
export const LeftOffer = ({ left, stored, isNew, onContinue, onDiscard }: LeftOfferProps) => {
  const [comparing, setComparing] = useState(false)
  const { time, dateTime, date } = formats()
  const when = date(left.at) === date(new Date()) ? time(left.at) : dateTime(left.at)
  return (
    <div className="left-offer" role="region" aria-label="Text that you didn’t save">
      <span>{`You have text from ${when} (${left.where}) that you didn’t save.`}</span>
      <Button autoFocus onClick={onContinue}>{`Continue from ${when}`}</Button>
      {!isNew && <Button onClick={() => setComparing(true)}>Compare</Button>}
      <Button onClick={onDiscard}>Discard</Button>
      {comparing && (
        <Modal open title="Unsaved changes" footer={null} onCancel={() => setComparing(false)} width={880}>
          {changedFields(stored, left.fields).map((name) => (
            <section key={name} className="conflict" aria-label={FIELD_LABELS[name]}>
              <h3>{FIELD_LABELS[name]}</h3>
              <dl className="conflict-sides">
                <div className="conflict-side">
                  <dt>Saved</dt>
                  <dd>{shown(name, stored)}</dd>
                </div>
                <div className="conflict-side">
                  <dt>{`Yours from ${when}`}</dt>
                  <dd>{shown(name, left.fields)}</dd>
                </div>
              </dl>
            </section>
          ))}
        </Modal>
      )}
    </div>
  )
}

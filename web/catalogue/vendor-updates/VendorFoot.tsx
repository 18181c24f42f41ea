import { CheckOutlined, CloseOutlined, MinusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { VendorField, VendorUpdate } from '#contract/catalogue/vendor-request.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { countsOf, isStaleRow, type Choices } from './decisions.ts'

interface VendorFootProps {
  request: VendorUpdate
  choices: Choices
  problem: string | undefined
  /** On a phone, the field that the thumbs decide on. */
  thumbs: VendorField | undefined
  onApprove: (row: VendorField) => void
  onKeep: (row: VendorField) => void
  onAsk: () => void
  onSubmit: () => void
}

/** What was decided so far, in words, and what sends it. */
export const VendorFoot = (props: VendorFootProps) => {
  const { request, choices, problem, thumbs, onApprove, onKeep, onAsk, onSubmit } = props
  const { approve, reject, open } = countsOf(request, choices)
  return (
    <div className="vendor-foot">
      <p className="vendor-sums" role="status">
        {problem === undefined ? (
          <>
            <span className="vendor-completes">
              <CheckOutlined aria-hidden /> {approve} approve
            </span>
            <span className="vendor-error">
              <CloseOutlined aria-hidden /> {reject} reject
            </span>
            <span className="vendor-warning">
              <MinusOutlined aria-hidden /> {open} open
            </span>
          </>
        ) : (
          <span className="vendor-error">{problem}</span>
        )}
      </p>
      {thumbs ? (
        <div className="vendor-thumbs">
          <Button size="large" onClick={() => onKeep(thumbs)}>
            {isStaleRow(thumbs) ? `Keep ${thumbs.now_text ?? 'empty'}` : 'Reject'}
          </Button>
          <Button size="large" type="primary" onClick={() => onApprove(thumbs)}>
            {isStaleRow(thumbs) ? `Take ${thumbs.requested_text ?? thumbs.raw ?? 'empty'}` : 'Approve'}
          </Button>
        </div>
      ) : (
        <div className="vendor-thumbs">
          <Button onClick={onAsk}>
            Ask for information <Kbd>N</Kbd>
          </Button>
          <Button type="primary" onClick={onSubmit}>
            Submit and next <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd>
          </Button>
        </div>
      )}
    </div>
  )
}

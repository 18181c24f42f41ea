import { CheckCircleFilled, CheckOutlined, CloseOutlined, ExclamationCircleFilled } from '@ant-design/icons'
import { Button, Input, Space } from 'antd'
import { useEffect, useRef } from 'react'
import type { VendorField } from '#contract/catalogue/vendor-request.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { formats } from '#web/kit/look/format.ts'
import { isStaleRow, type Choice } from './decisions.ts'
import { diffTexts } from './text-diff.ts'

interface FieldRowProps {
  row: VendorField
  choice: Choice | undefined
  current: boolean
  /** Whether the person can decide on it now. */
  decides: boolean
  editing: 'value' | 'reason' | undefined
  problem: string | undefined
  onCurrent: () => void
  onApprove: () => void
  onReject: () => void
  onKeep: () => void
  onEdit: (what: 'value' | 'reason' | undefined) => void
  onChoose: (choice: Choice, stay?: boolean) => void
}

/** A field as it was, as it is, as it is asked for, and what becomes of it. */
export const FieldRow = (props: FieldRowProps) => {
  const { row, choice, current, decides, editing, onCurrent } = props
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (current) place.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <div
      ref={place}
      role="listitem"
      aria-current={current || undefined}
      className={current ? 'vendor-row vendor-current' : 'vendor-row'}
    >
      <button type="button" className="vendor-label" onClick={onCurrent}>
        {row.label}
      </button>
      <span className="vendor-then" data-label="Then">
        {row.then_text ?? '–'}
      </span>
      <Now row={row} />
      <Requested row={row} choice={choice} />
      <Decision {...props} />
      {decides && current && isStaleRow(row) && !choice && <Stale {...props} />}
      {row.problem !== null && row.decision === 'pending' && (
        <p className="vendor-below vendor-warning">
          <ExclamationCircleFilled aria-hidden /> {row.problem}
        </p>
      )}
      {row.completes && row.decision === 'pending' && (
        <p className="vendor-below vendor-completes">
          <CheckCircleFilled aria-hidden /> Completes the product: it could be shown.
        </p>
      )}
      {editing === 'value' && decides && <EditValue {...props} />}
      {(choice?.decision === 'rejected' || row.reason !== null) && <Reason {...props} />}
    </div>
  )
}

const Now = ({ row: { changed, now_text, changed_by } }: Pick<FieldRowProps, 'row'>) => (
  <span className="vendor-now" data-label="Now">
    {changed ? (
      <>
        <strong>{now_text ?? 'Empty'}</strong>
        {changed_by && (
          <span className="second">
            {changed_by.name}, {formats().date(changed_by.at)}
          </span>
        )}
      </>
    ) : now_text === null ? (
      '–'
    ) : (
      'Same'
    )}
  </span>
)

const Requested = ({ row, choice }: Pick<FieldRowProps, 'row' | 'choice'>) => {
  const { type, now_text, requested_text, raw, also, already } = row
  const shown = choice?.value ?? row.applied_text ?? requested_text ?? raw
  const isText = type === 'text' || type === 'long_text'
  return (
    <span className="vendor-requested" data-label="Requested">
      <strong>
        {shown === null || shown === ''
          ? 'Empty'
          : isText && now_text !== null && row.decision === 'pending'
            ? diffTexts(now_text, shown).map((piece, at) => <Piece key={at} {...piece} />)
            : shown}
      </strong>
      {already && row.decision === 'pending' && <span className="second">Already so</span>}
      {also !== null && choice?.value === undefined && <span className="second">= {also}</span>}
      {raw !== null && requested_text !== null && <span className="second">sent as “{raw}”</span>}
    </span>
  )
}

const Piece = ({ text, kind }: { text: string; kind: 'same' | 'added' | 'removed' }) => {
  if (kind === 'added') return <ins>{text}</ins>
  return kind === 'removed' ? <del>{text}</del> : text
}

const Decision = ({ row, choice, current, decides, onApprove, onReject }: FieldRowProps) => {
  const decided = choice?.decision ?? (row.decision === 'pending' ? undefined : row.decision)
  if (!decides)
    return (
      <span className="vendor-decision">
        {decided === undefined ? 'Not decided' : decided === 'superseded' ? 'Replaced' : <Said decision={decided} />}
      </span>
    )
  return (
    <span className="vendor-decision">
      <Space.Compact>
        <Button
          size="small"
          className={decided === 'approved' ? 'vendor-yes' : ''}
          icon={decided === 'approved' && <CheckOutlined aria-hidden />}
          aria-pressed={decided === 'approved'}
          onClick={onApprove}
        >
          Approve{current && decided === undefined && <Kbd>A</Kbd>}
        </Button>
        <Button
          size="small"
          className={decided === 'rejected' ? 'vendor-no' : ''}
          icon={decided === 'rejected' && <CloseOutlined aria-hidden />}
          aria-pressed={decided === 'rejected'}
          onClick={onReject}
        >
          Reject{current && decided === undefined && <Kbd>R</Kbd>}
        </Button>
      </Space.Compact>
      <Said decision={decided} />
    </span>
  )
}

/** On a phone, in place of the buttons. */
const Said = ({ decision }: { decision: 'approved' | 'rejected' | 'superseded' | undefined }) => {
  if (decision === 'approved')
    return (
      <span className="vendor-said vendor-completes">
        <CheckOutlined aria-hidden /> Approved
      </span>
    )
  return decision === 'rejected' ? (
    <span className="vendor-said vendor-error">
      <CloseOutlined aria-hidden /> Rejected
    </span>
  ) : null
}

const Stale = ({ row, onKeep, onApprove, onEdit }: FieldRowProps) => {
  const [then, now] = [row.then_text ?? 'empty', row.now_text ?? 'empty']
  const asked = row.requested_text ?? row.raw ?? 'nothing'
  const by = row.changed_by
    ? `${row.changed_by.name} set ${now} on ${formats().date(row.changed_by.at)}`
    : `it is ${now} now`
  return (
    <div className="vendor-below vendor-stale" role="note">
      <p>
        <ExclamationCircleFilled aria-hidden /> <strong>Changed since this request.</strong> It was {then}, {by}, and
        the vendor asks for {asked}.
      </p>
      <div className="vendor-stale-acts">
        <Button size="small" onClick={onKeep}>
          Keep {now} <Kbd>1</Kbd>
        </Button>
        <Button size="small" onClick={onApprove}>
          Take {asked} <Kbd>2</Kbd>
        </Button>
        <Button size="small" onClick={() => onEdit('value')}>
          Edit <Kbd>E</Kbd>
        </Button>
      </div>
    </div>
  )
}

const EditValue = ({ row, choice, onEdit, onChoose }: FieldRowProps) => {
  const begun = choice?.value ?? row.requested_text ?? row.raw ?? ''
  const take = (value: string) => onChoose({ decision: 'approved', value })
  const label = `Value of ${row.label}`
  return (
    <div className="vendor-below">
      {row.type === 'long_text' ? (
        <Input.TextArea
          aria-label={label}
          defaultValue={begun}
          autoFocus
          rows={4}
          onBlur={({ target }) => target.value !== begun && take(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && onEdit(undefined)}
        />
      ) : (
        <Input
          aria-label={label}
          defaultValue={begun}
          autoFocus
          onFocus={({ target }) => target.select()}
          onPressEnter={({ currentTarget }) => take(currentTarget.value)}
          onKeyDown={({ key }) => key === 'Escape' && onEdit(undefined)}
        />
      )}
      <p className="second">Enter takes the value, Esc leaves it.</p>
    </div>
  )
}

const Reason = ({ row, choice, current, decides, editing, problem, onEdit, onChoose }: FieldRowProps) => {
  const reason = choice?.reason ?? row.reason ?? ''
  if (!decides || editing !== 'reason')
    return (
      <p className="vendor-below">
        <span className="second">Reason</span> {reason || '–'}{' '}
        {decides && (
          <button type="button" className="vendor-edit" onClick={() => onEdit('reason')}>
            Edit
          </button>
        )}
      </p>
    )
  return (
    <div className="vendor-below">
      <Input
        aria-label={`Reason to reject ${row.label}`}
        placeholder="Reason"
        defaultValue={reason}
        maxLength={500}
        autoFocus={current}
        status={problem === undefined ? '' : 'error'}
        onChange={({ target }) => onChoose({ decision: 'rejected', reason: target.value }, true)}
        onPressEnter={({ currentTarget, ctrlKey, metaKey }) =>
          !ctrlKey && !metaKey && onChoose({ decision: 'rejected', reason: currentTarget.value })
        }
        onKeyDown={({ key }) => key === 'Escape' && onEdit(undefined)}
      />
      {problem !== undefined && (
        <p className="vendor-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

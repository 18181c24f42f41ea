import { Button, Input } from 'antd'
import { useState } from 'react'
import { OPEN_STATUSES, type VendorField, type VendorUpdate } from '#contract/catalogue/vendor-request.ts'
import { vendorUpdates } from '#contract/catalogue/vendor-updates.ts'
import { can } from '#web/kit/data/session.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { useKeys, type Binding } from '#web/kit/keys/keys.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import {
  isOpenRow,
  isStaleRow,
  isUnchangedRow,
  keepCurrent,
  problemOf,
  type Choice,
  type Choices,
} from './decisions.ts'
import { FieldRow } from './FieldRow.tsx'
import { VendorFoot } from './VendorFoot.tsx'
import { CHANNEL_WORDS } from './vendor-words.tsx'

interface VendorRequestProps {
  request: VendorUpdate
  narrow: boolean
  choices: Choices
  onChoose: (choices: Choices) => void
  onSubmit: () => void
  onAsk: (reason: string) => void
  onReopen: (reason: string) => Promise<void>
}

/** The fields of a request, one of them current: keys decide on it and go on to the next that is open. */
export const VendorRequest = (props: VendorRequestProps) => {
  const { request, narrow, choices, onChoose, onSubmit, onAsk, onReopen } = props
  const { rows } = request
  const [current, setCurrent] = useState(() => Math.max(0, rows.findIndex(isOpenRow)))
  const [editing, setEditing] = useState<'value' | 'reason'>()
  const [asking, setAsking] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const isOpen = OPEN_STATUSES.some((status) => status === request.status)
  const decides = isOpen && can(vendorUpdates.setStatus)
  const row = rows[current]

  const go = (to: number) => {
    setEditing(undefined)
    setCurrent(Math.min(Math.max(to, 0), rows.length - 1))
  }
  /** Decides on a field, and goes on to the next below that is not decided. */
  const choose = ({ field }: VendorField, choice: Choice, stay = false) => {
    const all = { ...choices, [field]: choice }
    setProblem(undefined)
    onChoose(all)
    const next = rows.findIndex((one, at) => at > current && isOpenRow(one) && !all[one.field])
    if (!stay && next >= 0) go(next)
    else if (!stay) setEditing(undefined)
  }
  const approve = (one: VendorField) =>
    one.problem === null || choices[one.field]?.value !== undefined
      ? choose(one, { ...choices[one.field], decision: 'approved' })
      : setEditing('value')
  const reject = (one: VendorField) => {
    choose(
      one,
      { decision: 'rejected', ...(choices[one.field]?.reason ? { reason: choices[one.field]?.reason ?? '' } : {}) },
      true,
    )
    setEditing('reason')
  }
  const keep = (one: VendorField) => (isStaleRow(one) ? choose(one, keepCurrent(one)) : reject(one))
  const approveUnchanged = () => {
    const open = rows.filter((one) => isUnchangedRow(one) && !choices[one.field])
    onChoose({ ...choices, ...Object.fromEntries(open.map(({ field }) => [field, { decision: 'approved' as const }])) })
    const left = rows.findIndex((one) => isOpenRow(one) && !isUnchangedRow(one) && !choices[one.field])
    if (left >= 0) go(left)
    setProblem(undefined)
  }
  const submit = () => {
    const found = problemOf(request, choices)
    if (!found) return onSubmit()
    const at = rows.findIndex(({ field }) => field === found.field)
    if (at >= 0) {
      setCurrent(at)
      setEditing(choices[found.field ?? '']?.decision === 'rejected' ? 'reason' : 'value')
    }
    setProblem(found.message)
  }
  const onField = (run: (one: VendorField) => void) => () => row && isOpenRow(row) && run(row)
  const keys: readonly Binding[] = [
    { keys: ['j', 'arrowdown'], label: 'Next field', run: () => go(current + 1) },
    { keys: ['k', 'arrowup'], label: 'Previous field', run: () => go(current - 1) },
    ...(decides
      ? [
          { keys: ['a', '2'], label: 'Approve the field', run: onField(approve) },
          { keys: 'r', label: 'Reject the field', run: onField(reject) },
          { keys: '1', label: 'Keep the current value', run: onField(keep) },
          { keys: 'e', label: 'Edit the value', run: onField(() => setEditing('value')) },
          { keys: 'shift+a', label: 'Approve all unchanged', run: approveUnchanged },
          { keys: 'ctrl+enter', label: 'Submit and next', run: submit },
          { keys: 'n', label: 'Ask for information', run: () => setAsking((text) => text ?? '') },
        ]
      : []),
  ]
  useKeys('panel', keys)

  return (
    <>
      <div className="vendor-body">
        <Sender request={request} />
        {!isOpen && <Decided request={request} onReopen={onReopen} />}
        <div className="vendor-count">
          <strong>{narrow ? `Field ${current + 1} of ${rows.length}` : counted(rows.length, 'field', 'fields')}</strong>
          {decides && !narrow && (
            <span className="second">
              <Kbd>J</Kbd> <Kbd>K</Kbd> field{' '}
              <button type="button" className="vendor-all" onClick={approveUnchanged}>
                <Kbd>Shift</Kbd> <Kbd>A</Kbd> approve all unchanged
              </button>
            </span>
          )}
        </div>
        <div className="vendor-fields" role="list" aria-label="Fields">
          <div className="vendor-row vendor-labels" aria-hidden>
            <span>Field</span>
            <span>Then</span>
            <span>Now</span>
            <span>Requested</span>
            <span>Decision</span>
          </div>
          {rows.map((one, at) => (
            <FieldRow
              key={one.field}
              row={one}
              choice={choices[one.field]}
              current={at === current}
              decides={decides && isOpenRow(one)}
              editing={at === current ? editing : undefined}
              problem={at === current ? problem : undefined}
              onCurrent={() => at !== current && go(at)}
              onApprove={() => approve(one)}
              onReject={() => reject(one)}
              onKeep={() => keep(one)}
              onEdit={setEditing}
              onChoose={(choice, stay) => choose(one, choice, stay)}
            />
          ))}
        </div>
      </div>
      {asking !== undefined && <Question text={asking} onChange={setAsking} onAsk={onAsk} />}
      {decides && asking === undefined && (
        <VendorFoot
          request={request}
          choices={choices}
          problem={problem}
          thumbs={narrow && row !== undefined && isOpenRow(row) && !choices[row.field] ? row : undefined}
          onApprove={approve}
          onKeep={keep}
          onAsk={() => setAsking('')}
          onSubmit={submit}
        />
      )}
    </>
  )
}

interface QuestionProps {
  text: string
  onChange: (text: string | undefined) => void
  onAsk: (question: string) => void
}

/** What the vendor is to answer. */
const Question = ({ text, onChange, onAsk }: QuestionProps) => (
  <div className="vendor-ask">
    <label htmlFor="vendor-question">What do you want to know of the vendor?</label>
    <Input.TextArea
      id="vendor-question"
      rows={2}
      maxLength={2_000}
      autoFocus
      value={text}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={({ key }) => key === 'Escape' && onChange(undefined)}
    />
    <Button disabled={!text.trim()} type="primary" onClick={() => onAsk(text.trim())}>
      Ask and next
    </Button>
    <Button onClick={() => onChange(undefined)}>Cancel</Button>
  </div>
)

/** Who asks for it, in which words, and how often this vendor was right. */
const Sender = ({
  request: { note, contact, vendor, channel, record_of_vendor, others },
}: {
  request: VendorUpdate
}) => (
  <div className="vendor-sender">
    {note !== null && <p className="vendor-note">“{note}”</p>}
    <p className="second">
      {[contact.name, vendor.name].filter(Boolean).join(', ')} · {CHANNEL_WORDS[channel]}
      {record_of_vendor.decided > 0 &&
        ` · ${formats().number(record_of_vendor.approved)} of ${counted(record_of_vendor.decided, 'field', 'fields')} approved in 180 days`}
      {others.length > 0 && ` · also asked by ${others.map((other) => other.vendor).join(', ')}`}
    </p>
  </div>
)

const Decided = ({ request, onReopen }: { request: VendorUpdate; onReopen: (reason: string) => Promise<void> }) => {
  const [reason, setReason] = useState<string>()
  const { status, reviewer, decidedOn } = request
  const canReopen = (status === 'approved' || status === 'rejected') && can(vendorUpdates.setStatus)
  const who = reviewer ? ` by ${reviewer.name}` : ''
  return (
    <Notice
      kind="info"
      title={`${DECIDED[status] ?? 'Decided'}${who}${decidedOn ? `, ${formats().dateTime(decidedOn)}` : ''}`}
      action={canReopen && reason === undefined && <Button onClick={() => setReason('')}>Reopen</Button>}
    >
      {request.reason}
      {reason !== undefined && (
        <div className="vendor-reopen">
          <Input
            aria-label="Why you reopen it"
            placeholder="Why you reopen it"
            autoFocus
            maxLength={2_000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <Button type="primary" disabled={!reason.trim()} onClick={() => void onReopen(reason.trim())}>
            Reopen
          </Button>
        </div>
      )}
    </Notice>
  )
}

const DECIDED: Readonly<Record<string, string>> = {
  approved: 'Approved',
  rejected: 'Rejected',
  superseded: 'Replaced by a newer request',
  withdrawn: 'Withdrawn by the vendor',
}

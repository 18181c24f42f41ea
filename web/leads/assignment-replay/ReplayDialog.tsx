import { Button, Modal, Spin } from 'antd'
import { useState, type ReactNode } from 'react'
import type { assignmentReplay } from '#contract/leads/assignment-replay.ts'
import type { Endpoint, Input, Reply } from '#contract/kit/endpoint.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { can } from '#web/kit/data/session.ts'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import './replay.css'

export type ReplayEndpoint = (typeof assignmentReplay)['qa'] | (typeof assignmentReplay)['sales']

interface ReplayAskProps<E extends Endpoint> {
  /** What the button says. */
  label: string
  title: string
  endpoint: E
  /** What is proposed; undefined where the form tells what is wrong with it. */
  propose: () => Input<E> | Promise<Input<E> | undefined>
  children: (reply: Reply<E>) => ReactNode
}

/** The button that shows what the last days would have been like, for whoever may ask. */
export const ReplayAsk = <E extends Endpoint>({ label, propose, ...dialog }: ReplayAskProps<E>) => {
  const [input, setInput] = useState<Input<E>>()
  if (!can(dialog.endpoint)) return null
  return (
    <>
      <Button className="replay-ask" block onClick={() => void Promise.resolve(propose()).then(setInput)}>
        {label}
      </Button>
      {input && <ReplayDialog {...dialog} input={input} onClose={() => setInput(undefined)} />}
    </>
  )
}

interface ReplayDialogProps<E extends Endpoint> {
  title: string
  endpoint: E
  input: Input<E>
  onClose: () => void
  children: (reply: Reply<E>) => ReactNode
}

/** Asks what the last days would have been like, and shows it. It changes nothing. */
const ReplayDialog = <E extends Endpoint>({ title, endpoint, input, onClose, children }: ReplayDialogProps<E>) => {
  useFocusBack()
  const { data, error, isFetching, refetch } = useOne(endpoint, input)
  return (
    <Modal
      open
      className="replay-dialog"
      title={title}
      width={820}
      onCancel={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {error && !isFetching ? (
        <Notice
          kind="error"
          title="The last 30 days did not load"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {sentenceOf(error, endpoint.failure)}
        </Notice>
      ) : data ? (
        <div className="replay">
          {children(data)}
          <p className="replay-note">
            Everyone starts level, with the leads they had then. Each lead takes as long as it really took, and an
            absence starts on the first of these days. This preview changes nothing.
          </p>
        </div>
      ) : (
        <p className="replay-wait" role="status">
          <Spin size="small" /> Replaying the last 30 days…
        </p>
      )}
    </Modal>
  )
}

import { Button, Modal, type ButtonProps } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { useUnmounted } from '#web/kit/form/use-unmounted.ts'

interface ConfirmDialogProps {
  /** Names the thing. */
  title: string
  /** On the button that does it. */
  verb: string
  running: boolean
  /** Where it failed the question stays, until it is done. */
  run: (done: () => void) => Promise<unknown>
  onClose: () => void
  /** What has the focus once it is done, where what was pressed goes with it. */
  focusAfter?: () => HTMLElement | null
  /** What is lost. */
  children: ReactNode
}

/** Asks before what cannot be undone. */
export const ConfirmDialog = ({ title, verb, running, run, onClose, focusAfter, children }: ConfirmDialogProps) => {
  const done = useRef(false)
  useFocusBack(() => (done.current ? focusAfter?.() : undefined))
  const gone = useUnmounted()
  const end = () => {
    done.current = true
    if (!gone.current) onClose()
  }
  return (
    <Modal
      open
      title={title}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          Cancel
        </Button>,
        <Button key="act" danger loading={running} onClick={() => void run(end)}>
          {verb}
        </Button>,
      ]}
    >
      <p>{children}</p>
    </Modal>
  )
}

interface ConfirmButtonProps extends Omit<ConfirmDialogProps, 'onClose'>, Pick<ButtonProps, 'danger'> {
  label: string
}

/** A button for what cannot be undone. */
export const ConfirmButton = ({ label, danger = false, ...dialog }: ConfirmButtonProps) => {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button danger={danger} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && <ConfirmDialog {...dialog} onClose={() => setAsking(false)} />}
    </>
  )
}

import { Button, Modal, type ButtonProps } from 'antd'
import { useState, type ReactNode } from 'react'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { useUnmounted } from '#web/kit/form/use-gone.ts'

interface AskDialogProps {
  /** Names the thing. */
  title: string
  /** On the button that does it. */
  verb: string
  running: boolean
  /** Where it failed the question stays, until it is done. */
  run: (done: () => void) => Promise<unknown>
  onClose: () => void
  /** What is lost. */
  children: ReactNode
}

/** Asks before what cannot be undone. */
export const AskDialog = ({ title, verb, running, run, onClose, children }: AskDialogProps) => {
  useFocusBack()
  const gone = useUnmounted()
  return (
    <Modal
      open
      title={title}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          Cancel
        </Button>,
        <Button key="act" danger loading={running} onClick={() => void run(() => gone.current || onClose())}>
          {verb}
        </Button>,
      ]}
    >
      <p>{children}</p>
    </Modal>
  )
}

interface AskButtonProps extends Omit<AskDialogProps, 'onClose'>, Pick<ButtonProps, 'danger'> {
  label: string
}

/** A button for what cannot be undone. */
export const AskButton = ({ label, danger = false, ...dialog }: AskButtonProps) => {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button danger={danger} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && <AskDialog {...dialog} onClose={() => setAsking(false)} />}
    </>
  )
}

import { createStore } from './store.ts'

export interface Toast {
  id: number
  kind: 'done' | 'failed' | 'note'
  text: string
  /** A verb beside the text: Undo (also on Z), Retry, or one of the caller's. */
  action?: { label: string; run: () => void; key?: string } | undefined
  /** Milliseconds on screen; hover and focus pause it. Undefined stays until dismissed. */
  stays: number | undefined
}

/** How long Undo is offered. */
export const UNDO_FOR = 8000
const PLAIN_FOR = 4000
const FAILED_FOR = 10_000
const MOST = 3

export const toasts = createStore<readonly Toast[]>([])

export const dismiss = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id))

/** Short messages at the foot of the screen; call from anywhere. */
export const toast = {
  /** Something went well. With `undo`, an Undo button stays for 8 seconds and the key Z runs it. */
  done: (text: string, { undo }: { undo?: (() => void) | undefined } = {}) =>
    show({
      kind: 'done',
      text,
      action: undo && { label: 'Undo', run: undo, key: 'Z' },
      stays: undo ? UNDO_FOR : PLAIN_FOR,
    }),
  /** Something was refused or failed: the server's sentence, and Retry where that may help, or a verb of the caller's. */
  failed: (
    text: string,
    {
      retry,
      action,
    }: { retry?: (() => void) | undefined; action?: { label: string; run: () => void } | undefined } = {},
  ) => show({ kind: 'failed', text, action: retry ? { label: 'Retry', run: retry } : action, stays: FAILED_FOR }),
  /** A fact, with a verb of the caller's if there is something to do about it. */
  note: (text: string, action?: { label: string; run: () => void }) =>
    show({ kind: 'note', text, action, stays: action ? UNDO_FOR : PLAIN_FOR }),
}

let lastId = 0

const show = (toast: Omit<Toast, 'id'>) => {
  lastId += 1
  const others = toasts.get().filter((other) => other.text !== toast.text)
  toasts.set([...others, { ...toast, id: lastId }].slice(-MOST))
  return lastId
}

/** Runs the newest Undo on screen; false when there is none. */
export const undoNewest = () => {
  const newest = toasts.get().findLast(({ action }) => action?.key === 'Z')
  if (!newest) return false
  dismiss(newest.id)
  newest.action?.run()
  return true
}

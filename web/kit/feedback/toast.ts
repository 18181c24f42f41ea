import { createStore } from '#web/kit/data/store.ts'

export interface ToastAction {
  label: string
  run: () => void
  key?: string
}

export interface Toast {
  id: number
  kind: 'done' | 'failed' | 'note'
  text: string
  /** Verbs beside the text: Undo (also on Z), Retry, or one of the caller's. */
  actions: readonly ToastAction[]
  /** Milliseconds on screen; hover and focus pause it. Undefined stays until dismissed. */
  stays: number | undefined
  at: number
}

interface UndoOffer {
  /** Undoes what the text says, and gets the text. */
  undo?: ((what: string) => void) | undefined
  /** Undo, or Redo after an undo. */
  label?: 'Undo' | 'Redo' | undefined
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
  done: (text: string, { undo, label }: UndoOffer = {}) =>
    show({
      kind: 'done',
      text,
      actions: undoAction(text, { undo, label }),
      stays: undo ? UNDO_FOR : PLAIN_FOR,
    }),
  /** Something was refused or failed: the server's sentence, and Retry where that may help, or a verb of the caller's. */
  failed: (
    text: string,
    { retry, action }: { retry?: (() => void) | undefined; action?: ToastAction | undefined } = {},
  ) => {
    const offered = retry ? { label: 'Retry', run: retry } : action
    return show({ kind: 'failed', text, actions: offered ? [offered] : [], stays: FAILED_FOR })
  },
  /** A fact, with a verb of the caller's if there is something to do about it, and Undo where something was done. */
  note: (text: string, action?: ToastAction, { undo }: UndoOffer = {}) => {
    const actions = [...(action ? [action] : []), ...undoAction(text, { undo })]
    return show({ kind: 'note', text, actions, stays: actions.length > 0 ? UNDO_FOR : PLAIN_FOR })
  },
}

const undoAction = (text: string, { undo, label = 'Undo' }: UndoOffer): ToastAction[] =>
  undo ? [{ label, run: () => undo(text), key: UNDO_KEY }] : []

/** The key that runs Undo; a toast with it can stay until it is dismissed. */
const UNDO_KEY = 'Z'

let lastId = 0

const show = (toast: Omit<Toast, 'id' | 'at'>) => {
  lastId += 1
  const others = toasts.get().filter((other) => promises(other) || other.text !== toast.text)
  const spare = others.filter((other) => !promises(other)).slice(0, Math.max(0, others.length - MOST + 1))
  toasts.set([...others.filter((other) => !spare.includes(other)), { ...toast, id: lastId, at: Date.now() }])
  return lastId
}

/** Its Undo is not taken away before its time. */
const promises = ({ actions, at }: Toast) => actions.some(isUndo) && Date.now() - at < UNDO_FOR

/** Runs the newest Undo on screen; false when there is none. */
export const undoNewest = () => {
  const newest = toasts.get().findLast(({ actions }) => actions.some(isUndo))
  if (!newest) return false
  dismiss(newest.id)
  newest.actions.find(isUndo)?.run()
  return true
}

export const isUndo = ({ key }: ToastAction) => key === UNDO_KEY

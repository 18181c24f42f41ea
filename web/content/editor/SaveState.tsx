import { CheckOutlined, WarningOutlined } from '@ant-design/icons'
import type { Saving, SaveState as State } from './saving.ts'

/** Where what was typed is by now. */
export const SaveState = ({ saving, onLook }: { saving: Saving; onLook: () => void }) => {
  const state = saving.state.use()
  const words = wordsOf(state)
  const isSafe = state.kind === 'tab' || state.kind === 'kept' || state.kind === 'saved'
  const isTold = state.kind === 'saved' || state.kind === 'offline' || state.kind === 'conflict'
  return (
    <span className={`save-state save-state-${state.kind}`}>
      {isSafe && <CheckOutlined aria-hidden />}
      {(state.kind === 'offline' || state.kind === 'conflict') && <WarningOutlined aria-hidden />}
      <span className="cut">{words}</span>
      {state.kind === 'conflict' && (
        <button type="button" className="save-state-look" onClick={onLook}>
          Look at it.
        </button>
      )}
      <span className="sr-only" role="status">
        {isTold && words}
      </span>
    </span>
  )
}

const wordsOf = (state: State): string => {
  switch (state.kind) {
    case 'none':
      return ''
    case 'typing':
      return 'Changed'
    case 'saving':
      return 'Saving…'
    case 'unsaved':
      return 'Not saved'
    case 'offline':
      return 'Not saved: no connection. Your text is stored in this browser.'
    case 'tab':
      return `Saved in this browser at ${state.at}`
    case 'kept':
      return `Saved for you at ${state.at}`
    case 'saved':
      return `Draft saved at ${state.at} · version ${state.version}`
    case 'conflict':
      return `${state.who} changed this too.`
  }
}

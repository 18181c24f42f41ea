import { RedoOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { GridStore } from './grid-store.ts'
import type { GridUndo } from './use-grid-undo.ts'

/** Undo and redo as buttons, which say whether the next step is an unsaved edit or a save. */
export const GridUndoButtons = <V,>({ store, undo: { undo, redo } }: { store: GridStore<V>; undo: GridUndo }) => {
  const { past, future, saves, undoneSaves } = store.state.use()
  const undoesSave = past.length === 0 && saves.length > 0
  const redoesSave = undoneSaves.length > 0
  return (
    <>
      <Button
        type="text"
        icon={<UndoOutlined />}
        aria-label={undoesSave ? 'Undo save' : 'Undo edit'}
        aria-keyshortcuts="Control+Z"
        disabled={past.length === 0 && !undoesSave}
        onClick={undo}
      />
      <Button
        type="text"
        icon={<RedoOutlined />}
        aria-label={redoesSave ? 'Redo save' : 'Redo edit'}
        aria-keyshortcuts="Control+Y"
        disabled={future.length === 0 && !redoesSave}
        onClick={redo}
      />
    </>
  )
}

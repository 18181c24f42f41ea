import { RedoOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { GridStore } from './grid-store.ts'

/** Undo and redo of unsaved cells, as buttons. */
export const GridUndo = <V,>({ store }: { store: GridStore<V> }) => {
  const { past, future } = store.state.use()
  return (
    <>
      <Button
        type="text"
        icon={<UndoOutlined />}
        aria-label="Undo edit"
        aria-keyshortcuts="Control+Z"
        disabled={past.length === 0}
        onClick={() => store.change({ do: 'undo' })}
      />
      <Button
        type="text"
        icon={<RedoOutlined />}
        aria-label="Redo edit"
        aria-keyshortcuts="Control+Y"
        disabled={future.length === 0}
        onClick={() => store.change({ do: 'redo' })}
      />
    </>
  )
}

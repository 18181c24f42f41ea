import { useState } from 'react'
import { undo as undoChangeSet } from '#web/kit/data/undo.ts'
import type { SavedStep } from './grid-edits.ts'
import type { GridStore } from './grid-store.ts'

export type GridUndo = ReturnType<typeof useGridUndo>

/** Undo and redo as one line of steps: the unsaved ones first, then what was saved during this visit, the last first. */
export const useGridUndo = <V>(store: GridStore<V>, refresh: () => Promise<unknown>) => {
  // Pressed twice, it reverses two saves, one after the other.
  const [line] = useState(() => {
    let last: Promise<unknown> = Promise.resolve()
    return (next: () => Promise<unknown>) => {
      last = after(last, next)
    }
  })
  const reverse = ({ changeSet, what }: SavedStep, redo: boolean) =>
    undoChangeSet(changeSet, {
      what,
      redo,
      refresh,
      then: ({ next, ...done }) =>
        store.change({ do: 'reversed', ...done, next: next === undefined ? undefined : { changeSet: next, what } }),
    })
  return {
    undo: () => {
      if (store.state.get().past.length > 0) store.change({ do: 'undo' })
      else
        line(async () => {
          const step = store.state.get().saves.at(-1)
          if (step) await reverse(step, false)
        })
    },
    redo: () => {
      if (store.state.get().undoneSaves.length === 0) store.change({ do: 'redo' })
      else
        line(async () => {
          const step = store.state.get().undoneSaves.at(-1)
          if (step) await reverse(step, true)
        })
    },
    /** Undoes that save, whatever was saved since. */
    undoSave: (step: SavedStep) => line(() => reverse(step, false)),
  }
}

const after = async (last: Promise<unknown>, next: () => Promise<unknown>) => {
  await last
  await next()
}

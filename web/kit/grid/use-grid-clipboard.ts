import { useEffect, useRef, type RefObject } from 'react'
import { cleared, copied, pasted } from './grid-acts.ts'
import type { GridControl } from './use-grid.ts'

/** Copy, cut and paste of the selected cells. The events go to the page: a cell is no field, so browsers differ in where they put them. */
export const useGridClipboard = <V>(grid: GridControl<V>, table: RefObject<HTMLElement | null>) => {
  const latest = useRef(grid)
  useEffect(() => {
    latest.current = grid
  })
  useEffect(() => {
    const isInCell = () => {
      const focused = document.activeElement
      return focused?.matches('.grid-cell') && table.current?.contains(focused)
    }
    const onCopy = (event: ClipboardEvent) => {
      if (!isInCell()) return
      const { shown, selection, act } = latest.current
      event.preventDefault()
      event.clipboardData?.setData('text/plain', copied(shown, selection))
      if (event.type === 'cut') act(cleared(shown, selection))
    }
    const onPaste = (event: ClipboardEvent) => {
      if (!isInCell()) return
      const { shown, selection, act } = latest.current
      event.preventDefault()
      act(pasted(shown, selection, event.clipboardData?.getData('text/plain') ?? ''))
    }
    const over = new AbortController()
    document.addEventListener('copy', onCopy, over)
    document.addEventListener('cut', onCopy, over)
    document.addEventListener('paste', onPaste, over)
    return () => over.abort()
  }, [table])
}

import { useEffect, useState } from 'react'

/**
 * Once the dialog is gone, whatever had the focus before has it again: one that is taken away whole leaves it nowhere.
 * Where that goes with what was done, `instead` says what has it.
 */
export const useFocusBack = (instead?: () => HTMLElement | null | undefined) => {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const other = instead?.()
      if (other) other.focus()
      else if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    },
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it goes
    [before],
  )
}

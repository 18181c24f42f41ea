import { useEffect, useState } from 'react'

/** Once the dialog is gone, whatever had the focus before has it again: one that is taken away whole leaves it nowhere. */
export const useFocusBack = () => {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    },
    [before],
  )
}

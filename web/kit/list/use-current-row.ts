import { useState } from 'react'

export interface CurrentRow<Row> {
  /** Undefined until a key, a click or the focus made one current. */
  row: Row | undefined
  /** The row that Tab reaches: the current one, else the first. */
  tabStop: number | undefined
  set: (id: number) => void
  /** Moves by that many rows and takes the focus along. */
  move: (by: number) => void
}

/** The row that keys act on. An open row is the current one. */
export const useCurrentRow = <Row extends { id: number }>(rows: readonly Row[], openId?: number): CurrentRow<Row> => {
  const [chosen, setChosen] = useState<number>()
  const [openBefore, setOpenBefore] = useState(openId)
  if (openId !== openBefore) {
    setOpenBefore(openId)
    if (openId !== undefined) setChosen(openId)
  }
  const index = rows.findIndex(({ id }) => id === chosen)

  return {
    row: rows[index],
    tabStop: (rows[index] ?? rows[0])?.id,
    set: setChosen,
    move: (by) => {
      const next = rows[index < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, index + by))]
      if (!next) return
      setChosen(next.id)
      focusRow(next.id)
    },
  }
}

/** Puts the focus on a row of the list on screen; a drawer that closes gives it back so. */
export const focusRow = (id: number) => {
  const row = document.querySelector<HTMLElement>(`.list [data-row-key="${id}"]`)
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

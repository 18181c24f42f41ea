import { useState } from 'react'
import type { Column } from './list.ts'

export interface ChosenColumns<Row> {
  all: readonly Column<Row>[]
  columns: readonly Column<Row>[]
  isShown: (key: string) => boolean
  toggle: (key: string) => void
}

const keyFor = (list: string) => `leadroom.columns.${list}`

/** Which columns of a list this browser shows; kept in local storage per list. Priority 0 always shows. */
export const useChosenColumns = <Row>(list: string, all: readonly Column<Row>[]): ChosenColumns<Row> => {
  const [turned, setTurned] = useState(() => read(list))
  const isShown = (key: string) => {
    const column = all.find((one) => one.key === key)
    return column?.priority === 0 || Boolean(column?.optional) === turned.includes(key)
  }
  return {
    all,
    columns: all.filter(({ key }) => isShown(key)),
    isShown,
    toggle: (key) => {
      const next = turned.includes(key) ? turned.filter((one) => one !== key) : [...turned, key]
      setTurned(next)
      try {
        localStorage.setItem(keyFor(list), JSON.stringify(next))
      } catch {
        // Storage is closed: the choice lasts as long as the page.
      }
    },
  }
}

/** The columns that were turned from what they are by themselves. */
const read = (list: string): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyFor(list)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

/** Puts the focus on the next or previous row of the table that can be switched; past the end it begins anew. */
export const moveRow = (table: HTMLElement | null, step: 1 | -1, which = '') => {
  if (!table) return
  const boxes = [...table.querySelectorAll<HTMLInputElement>(`tr[data-permission]${which} input:enabled`)]
  const focused = document.activeElement
  // From wherever the focus is in the table, also on a row that is none of these.
  const next = step === 1 ? boxes.find((box) => isAfter(focused, box)) : boxes.findLast((box) => isAfter(box, focused))
  const target = next ?? boxes.at(step === 1 ? 0 : -1)
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'nearest' })
}

const isAfter = (first: Element | null, second: Element | null) =>
  first !== null && second !== null && (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

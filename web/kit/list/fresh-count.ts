/** How many rows of the list as it is now are new to the page on screen. A row that only moved up from the next page, because others have
 *  left, is not. */
export const freshCount = (shown: readonly { id: number }[], found: readonly { id: number }[]) => {
  const here = new Set(shown.map(({ id }) => id))
  const now = new Set(found.map(({ id }) => id))
  const lastKnown = found.findLastIndex(({ id }) => here.has(id))
  const isNew = ({ id }: { id: number }) => !here.has(id)
  const among = found.slice(0, lastKnown + 1).filter(isNew).length
  const behind = found.slice(lastKnown + 1).filter(isNew).length
  const left = shown.filter(({ id }) => !now.has(id)).length
  return among + Math.max(0, behind - left)
}

import type { Pagination } from '#contract/kit/endpoint.ts'

const SHOWN = 7

/** The page numbers to show, first and last always among them; undefined stands for a gap. */
export const pageNumbers = (page: number, pages: number): (number | undefined)[] => {
  if (pages <= SHOWN) return Array.from({ length: pages }, (_, index) => index + 1)
  const middle = Math.min(Math.max(page, 4), pages - 3)
  const near = [middle - 1, middle, middle + 1]
  const before = middle - 1 > 3 ? [1, undefined] : [1, 2]
  const after = middle + 1 < pages - 2 ? [undefined, pages] : [pages - 1, pages]
  return [...before, ...near, ...after]
}

/** The last page that can be asked for. */
export const lastPageOf = ({ totalPages, end }: Pagination) => end?.page ?? totalPages

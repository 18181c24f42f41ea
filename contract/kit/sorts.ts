/** What a list can be sorted by: names, and shapes of the names that a company gives. */
export type Sorts = readonly (string | RegExp)[]

export const isSort = (sorts: Sorts, name: string) =>
  sorts.some((sort) => (typeof sort === 'string' ? sort === name : sort.test(name)))

/** What happens to the rows of a file, for people and companies alike. */
export const IMPORT_WORDS = {
  adding: 'Importing',
  added: 'imported',
  reverting: 'Reverting',
  reverted: 'reverted',
  revert: (count: string) =>
    `New ones among these ${count} will be deleted, and changed ones show their earlier values again. Anything changed since stays and is listed afterwards. You can’t undo this.`,
}

export const UNCHANGED = {
  outcome: 'unchanged',
  label: 'Unchanged',
  sum: 'unchanged',
  count: ({ unchanged }: { unchanged: number }) => unchanged,
} as const

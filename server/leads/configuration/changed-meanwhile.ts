import { conflict } from '#server/kit/errors.ts'

export const changedMeanwhile = (what: string, current: object, fields: readonly string[]) =>
  conflict(
    `Someone else has changed this ${what} since you opened it. Review it and try again.`,
    { current, fields },
    'version_conflict',
  )

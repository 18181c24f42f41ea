import { idIn } from '#web/kit/list/id-in.ts'

/** Of all recent changes, those that are shown; as the address says it. */
export interface ChangeFilter {
  person?: number
  act?: string
  from_date?: string
  to_date?: string
}

const ACT = /^[a-z-]{1,40}\.[A-Za-z-]{1,39}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** What of the address is not understood is left out. */
export const filterIn = (params: URLSearchParams): ChangeFilter => {
  const matching = (name: string, pattern: RegExp) => {
    const value = params.get(name)
    return value !== null && pattern.test(value) ? { [name]: value } : {}
  }
  const person = idIn(params.get('person'))
  return {
    ...(person !== undefined && { person }),
    ...matching('act', ACT),
    ...matching('from_date', DAY),
    ...matching('to_date', DAY),
  }
}

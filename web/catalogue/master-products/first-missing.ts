/** In the address instead of a field: the first that is missing. */
export const FIRST_MISSING = 'missing'

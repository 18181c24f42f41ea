/** The name in the address that tells the two parts of Product Properties apart. */
export const TAB = 'tab'
export const DUPLICATES_TAB = 'duplicates'

/** The duplicates on Product Properties, by their tab in the address. */
export const DUPLICATES_TAB = 'duplicates'

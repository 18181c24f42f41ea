/** The name in the address that tells the lists of one screen apart. */
export const TAB = 'tab'

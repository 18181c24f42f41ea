/** The events by whose day leads can be found. */
export const DAYS_OF = ['decided', 'contacted', 'closed'] as const

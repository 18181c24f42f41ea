/** The id of the heading of the lead that is open: there the single keys work. */
export const LEAD_HEADING = 'lead-heading'

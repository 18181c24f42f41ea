/** The first such element of the lead that is on screen; other leads stand ready beside it, out of sight. */
export const inPane = (selector: string) => document.querySelector<HTMLElement>(`.lead-pane:not([hidden]) ${selector}`)

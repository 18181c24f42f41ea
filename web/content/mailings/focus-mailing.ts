export const boxId = (mailing: number) => `mailing-${mailing}`

/** What was pressed may be gone when it is done: the box that it stood in has the focus then. */
export const focusMailing = (mailing: number) => mailingBox(mailing)?.focus()
export const mailingBox = (mailing: number) => document.querySelector<HTMLElement>(`#${boxId(mailing)}`)

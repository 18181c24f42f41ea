const CONTROLS = 'a[href], button:enabled, input:enabled'

/** The first thing in it that can be worked, otherwise the element itself. */
export const focusFirst = (within: HTMLElement | null) => {
  const first = within?.querySelector<HTMLElement>(CONTROLS) ?? within
  first?.focus({ preventScroll: true })
}

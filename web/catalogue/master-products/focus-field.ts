/** Puts the focus into a field of the product on screen, by its key. */
export const focusField = (key: string) => {
  const field = document.querySelector(`.product-form [data-field="${CSS.escape(key)}"]`)
  field?.scrollIntoView({ block: 'center' })
  field?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true })
}

/** The key of the field that has the focus, if one has. */
export const focusedField = () =>
  document.activeElement?.closest<HTMLElement>('.product-form [data-field]')?.dataset['field']

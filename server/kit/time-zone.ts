const ZONES = new Set(Intl.supportedValuesOf('timeZone'))

/** Browsers differ in which of two names for a zone they list (Asia/Calcutta, Asia/Kolkata): each is right. */
export const isTimeZone = (name: string) => {
  if (name === 'UTC' || ZONES.has(name)) return true
  if (!/^[A-Z][A-Za-z_]+(\/[A-Z][A-Za-z_-]+){1,2}$/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

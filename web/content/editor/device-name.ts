const BROWSERS = [
  ['Edg/', 'Edge'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const SYSTEMS = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Mac OS', 'Mac'],
  ['Linux', 'Linux'],
] as const

/** "Chrome, Windows": where something was typed, for the person who typed it. */
export const deviceName = (agent = navigator.userAgent) => {
  const named = (of: readonly (readonly [string, string])[]) => of.find(([mark]) => agent.includes(mark))?.[1]
  return [named(BROWSERS) ?? 'Browser', named(SYSTEMS)].filter((part) => part !== undefined).join(', ')
}

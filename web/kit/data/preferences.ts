import { createStore } from './store.ts'

export interface Preferences {
  theme: 'light' | 'dark' | 'system'
  density: 'roomy' | 'compact'
  /** Whether single letters act as shortcuts; chords with Ctrl always work. */
  singleKeys: boolean
  /** Toasts with Undo stay until dismissed. */
  keepUndo: boolean
  sideCollapsed: boolean
}

const KEY = 'leadroom.preferences'
const DEFAULTS: Preferences = {
  theme: 'system',
  density: 'roomy',
  singleKeys: true,
  keepUndo: false,
  sideCollapsed: false,
}

/** How this browser likes the product to look and act; kept in local storage. */
export const preferences = createStore<Preferences>(read())

export const setPreference = <Name extends keyof Preferences>(name: Name, value: Preferences[Name]) => {
  const next = { ...preferences.get(), [name]: value }
  preferences.set(next)
  attempt(() => localStorage.setItem(KEY, JSON.stringify(next)))
}

/** Takes over at once what another tab of the browser sets. */
export const followOtherTabs = () => addEventListener('storage', ({ key }) => key === KEY && preferences.set(read()))

function read(): Preferences {
  const kept: unknown = attempt(() => JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  const next: Preferences = { ...DEFAULTS }
  if (typeof kept !== 'object' || kept === null) return next
  for (const name of Object.keys(DEFAULTS) as (keyof Preferences)[]) {
    const value = Reflect.get(kept, name)
    if (typeof value === typeof DEFAULTS[name]) Object.assign(next, { [name]: value })
  }
  return next
}

/** Storage may be closed to the page (private windows, policies); nothing here is worth failing for. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

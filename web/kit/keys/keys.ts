import { useLayoutEffect, useRef } from 'react'
import { preferences } from '#web/kit/data/preferences.ts'
import { useShown } from './visibility.ts'
import { createStore } from '#web/kit/data/store.ts'

/** Who owns the keys; a later one shuts out the lists and panels before it, `everywhere` always listens. */
export const SCOPES = ['everywhere', 'list', 'panel'] as const
export type Scope = (typeof SCOPES)[number]

export interface Binding {
  /** None for what the palette alone offers. `j`, `shift+x`, `ctrl+enter` (Cmd on a Mac), `g d` (one after the other), `arrowdown`, `?`. */
  keys: string | readonly string[]
  label: string
  run: () => void
}

interface Registration {
  scope: Scope
  bindings: readonly Binding[]
}

/** What listens now; the sheet of keys reads it. */
export const registrations = createStore<readonly { current: Registration }[]>([])

/** Listens for the bindings while the component is on screen. Single keys stay silent in inputs, with a modifier, in a modal, and when
 *  switched off; chords with Ctrl always work outside a modal. A key that is held acts once, unless it goes from row to row. */
export const useKeys = (scope: Scope, bindings: readonly Binding[], active = true) => {
  const listens = useShown() && active
  const latest = useRef<Registration>({ scope, bindings })
  useLayoutEffect(() => {
    latest.current = { scope, bindings }
  })
  // Before the paint: a key that follows at once finds what is on screen listening.
  useLayoutEffect(() => {
    if (!listens) return
    registrations.set([...registrations.get(), latest])
    return () => registrations.set(registrations.get().filter((other) => other !== latest))
  }, [listens])
}

/** For what stands in while the code of a page or a part of it is on its way: a single key that holds everywhere may be that one's own, so it does nothing until then. */
export const useKeysComing = () => useKeys('list', COMING)
const COMING: readonly Binding[] = []

/** Held, they go on from row to row; whatever else is held would act on rows that nobody has seen. */
const STEPS: ReadonlySet<string> = new Set(['j', 'k', 'arrowdown', 'arrowup'])

let prefix = ''
let prefixTimer: ReturnType<typeof setTimeout> | undefined

/** The one key listener of the page; the app starts it once. */
export const startKeys = () => document.addEventListener('keydown', onKey)

const onKey = (event: KeyboardEvent) => {
  if (event.defaultPrevented || event.isComposing || isOnScreen(MODALS)) return
  const key = nameOf(event)
  if ((key === 'escape' || key.startsWith('arrow')) && isOnScreen(POPUPS)) return
  const isChord = event.ctrlKey || event.metaKey
  if (!isChord && (event.altKey || isTyping(event.target) || (isSingle(key) && !preferences.get().singleKeys))) return
  if (isOwnKeyOf(event.target, key)) return

  const sequence = prefix ? `${prefix} ${key}` : key
  const found = bindingFor(sequence) ?? bindingFor(key)
  setPrefix('')
  if (found) {
    event.preventDefault()
    if (!event.repeat || STEPS.has(key)) found.run()
  } else if (!isChord && startsSequence(key)) setPrefix(key)
}

/** An open panel shuts out the list behind it. */
export const ownerOf = (all: readonly Registration[]): Scope =>
  all.some(({ scope }) => scope === 'panel') ? 'panel' : 'list'

const inReach = () => {
  const all = registrations.get().map(({ current }) => current)
  const owner = ownerOf(all)
  // What the page says of a key goes before what holds everywhere, whichever of the two came first.
  return [owner, 'everywhere'].flatMap((wanted) => all.filter(({ scope }) => scope === wanted).toReversed())
}

const bindingFor = (sequence: string) => {
  const all = inReach()
  const coming = all.some(({ bindings }) => bindings === COMING)
  return all
    .filter(({ scope }) => !(coming && scope === 'everywhere' && isSingle(sequence)))
    .flatMap(({ bindings }) => bindings)
    .find(({ keys }) => [keys].flat().includes(sequence))
}

const startsSequence = (key: string) =>
  inReach().some(({ bindings }) => bindings.some(({ keys }) => [keys].flat().some((one) => one.startsWith(`${key} `))))

const setPrefix = (key: string) => {
  clearTimeout(prefixTimer)
  prefix = key
  if (key) prefixTimer = setTimeout(() => setPrefix(''), 1200)
}

const nameOf = (event: KeyboardEvent) => {
  const key = event.key.toLowerCase()
  const chord = event.ctrlKey || event.metaKey ? 'ctrl+' : ''
  const shift = event.shiftKey && (key.length > 1 || /[a-z]/.test(key)) ? 'shift+' : ''
  return `${chord}${shift}${key === ' ' ? 'space' : key}`
}

const isSingle = (key: string) => key.replace('shift+', '').length === 1

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, [role=combobox], input:not([type=checkbox], [type=radio], [type=button])'))

/** Enter and arrows belong to a focused control before they belong to the list. */
const isOwnKeyOf = (target: EventTarget | null, key: string) =>
  target instanceof HTMLElement &&
  ((key === 'enter' &&
    target.matches('a, button, summary, [role=button], [role=tab], [role=switch], [role=menuitem], input')) ||
    (key.startsWith('arrow') && target.matches('[role=tab], [role=menuitem], [role=radio], input')))

const MODALS = '[aria-modal=true], dialog[open]'
/** Escape closes them first, wherever the focus is, and arrows belong to what they hold. */
const POPUPS = '.ant-dropdown, .ant-popover'
const isOnScreen = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].some((element) => element.checkVisibility())

import { Kbd } from './Kbd.tsx'

/** A binding as it stands on the keys: `ctrl+enter` is two of them, and `g d` one after the other. */
export const KeyNames = ({ keys }: { keys: string }) =>
  keys
    .split(/[ +]/)
    .map((key, index) => (
      <Kbd key={`${index}-${key}`}>{NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key)}</Kbd>
    ))

const NAMES: Readonly<Record<string, string>> = {
  ctrl: 'Ctrl',
  shift: 'Shift',
  enter: 'Enter',
  escape: 'Esc',
  arrowdown: '↓',
  arrowup: '↑',
}

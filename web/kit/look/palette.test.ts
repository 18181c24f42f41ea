import { expect, test } from 'vitest'
import { PALETTE, type Colours } from './palette.ts'

type Role = keyof Colours

/** What texts stand on: the page, its parts, a dialog, the row under the pointer, and a chosen one. */
const SURFACES: readonly Role[] = ['bg', 'layout', 'elevated', 'hover', 'tint']
const TEXTS: readonly Role[] = ['text', 'text2', 'text3', 'brand-text', 'error-text']
const SIGNS: readonly Role[] = ['control', 'success', 'warning', 'error', 'info', 'chart-invalid']

/** Words on a fill of their own hue; of a warning and an error it is a sign that stands there. */
const filled = (Object.keys(PALETTE.light) as Role[]).filter(
  (role) => /^(tag|preset)-/.test(role) && `${role}-fill` in PALETTE.light,
)

/** Each text and what it stands on. */
const WORDS: [text: Role, on: Role][] = [
  ...TEXTS.flatMap((text) => SURFACES.map((on): [Role, Role] => [text, on])),
  ...filled.map((role): [Role, Role] => [role, `${role}-fill` as Role]),
  ...(['solid', 'solid-hover', 'solid-active'] as const).map((on): [Role, Role] => ['on-solid', on]),
  ['text', 'tint2'],
  ['brand-text', 'tint2'],
  ['text', 'error-fill'],
  ['text', 'warning-fill'],
  ['error-text', 'error-fill'],
  ['danger-button', 'bg'],
  ['danger-button', 'elevated'],
  ['toast-text', 'toast'],
  ['toast-link', 'toast'],
  ['entrance-text', 'entrance'],
]

const SEEN: [sign: Role, on: Role][] = [
  ...SIGNS.flatMap((sign) => (['bg', 'elevated'] as const).map((on): [Role, Role] => [sign, on])),
  ['warning', 'warning-fill'],
  ['error', 'error-fill'],
]

test.each(['light', 'dark'] as const)(
  'in the %s theme every text can be read on all that it stands on: 4.5 to 1',
  (theme) => {
    expect(tooFaint(PALETTE[theme], WORDS, 4.5)).toEqual([])
  },
)

test.each(['light', 'dark'] as const)(
  'in the %s theme every sign is seen on all that it stands on: 3 to 1',
  (theme) => {
    expect(tooFaint(PALETTE[theme], SEEN, 3)).toEqual([])
  },
)

const tooFaint = (colours: Colours, pairs: readonly (readonly [Role, Role])[], least: number) =>
  pairs.flatMap(([one, on]) =>
    hexesIn(colours[on]).flatMap((ground) => {
      const found = contrast(colours[one], ground)
      return found < least ? [`${one} on ${on}: ${found.toFixed(2)}`] : []
    }),
  )

/** A colour, or those that a gradient goes through. */
const hexesIn = (value: string) => value.match(/#[0-9a-f]{6}/g) ?? []

/** As WCAG 2 defines it. */
const contrast = (one: string, other: string) => {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const luminance = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

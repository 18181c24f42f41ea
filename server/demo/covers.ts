/** Drawings for the demo's posts and authors, each the same whenever it is drawn: nothing is downloaded. */

const COVER = { width: 1200, height: 675 } as const
const PORTRAIT = { width: 640, height: 640 } as const

/** From dark to light. */
const COLOURS = {
  violet: ['#241b4d', '#6c4cf0'],
  teal: ['#063b40', '#12908c'],
  blue: ['#122a63', '#3f74dd'],
  slate: ['#1b1c26', '#565468'],
  amber: ['#5b3003', '#cf8109'],
  crimson: ['#4a1024', '#c2445c'],
  green: ['#093a22', '#25a35a'],
} as const
type Colour = keyof typeof COLOURS

const { width: W, height: H } = COVER
const [CX, CY] = [W / 2, H / 2]
const times = (count: number, draw: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => draw(at)).join('')
const round = (value: number) => Math.round(value * 10) / 10
const around = (angle: number, radius: number, x = CX, y = CY) => ({
  x: round(x + radius * Math.cos(angle)),
  y: round(y + radius * Math.sin(angle)),
})
const circle = (x: number, y: number, r: number, more: string) => `<circle cx="${x}" cy="${y}" r="${r}" ${more}/>`
const line = (width: number, opacity: number) =>
  `fill="none" stroke="#fff" stroke-width="${width}" stroke-opacity="${opacity}"`
const filled = (opacity: number) => `fill="#fff" fill-opacity="${opacity}"`

const hexagon = (x: number, y: number, radius: number, opacity: number) => {
  const corners = Array.from({ length: 6 }, (_, at) => around((at * Math.PI) / 3 + Math.PI / 6, radius, x, y))
  return `<polygon points="${corners.map((each) => `${each.x},${each.y}`).join(' ')}" ${filled(opacity)}/>`
}
const drop = (x: number, y: number, size: number, opacity: number) =>
  `<path d="M${x} ${y - size * 1.6}C${x + size * 0.4} ${y - size * 0.8} ${x + size} ${y - size * 0.4} ${x + size} ${y + size * 0.2}A${size} ${size} 0 1 1 ${x - size} ${y + size * 0.2}C${x - size} ${y - size * 0.4} ${x - size * 0.4} ${y - size * 0.8} ${x} ${y - size * 1.6}Z" ${filled(opacity)}/>`

/** What a cover shows, by name. */
const PATTERNS = {
  rings: () =>
    times(9, (at) => circle(840, CY, 60 + at * 78, line(10, 0.5 - at * 0.045))) + circle(840, CY, 34, filled(0.95)),
  gasket: () =>
    circle(CX, CY, 225, line(58, 0.45)) +
    circle(CX, CY, 118, line(16, 0.7)) +
    times(8, (at) => {
      const { x, y } = around((at * Math.PI) / 4 + 0.2, 225)
      return circle(x, y, 19, 'fill="#fff" fill-opacity="0.85"')
    }),
  waves: () =>
    times(7, (at) => {
      const y = 130 + at * 76
      const lift = 92 - at * 11
      return `<path d="M-20 ${y}C180 ${y - lift} 300 ${y - lift} 480 ${y}S800 ${y + lift} 960 ${y}S1160 ${y - lift} 1240 ${y - 20}" ${line(9, 0.25 + at * 0.06)}/>`
    }),
  lattice: () =>
    times(
      17,
      (at) => `<path d="M${at * 110 - 420} 0L${at * 110} ${H}M${at * 110} 0L${at * 110 - 420} ${H}" ${line(6, 0.28)}/>`,
    ) + circle(390, CY, 92, filled(0.9)),
  gauge: () =>
    `<path d="M330 470A270 270 0 0 1 870 470" ${line(46, 0.9)} stroke-linecap="round"/><path d="M600 470L742 318" ${line(26, 0.95)} stroke-linecap="round"/>` +
    circle(600, 470, 36, filled(0.95)),
  hexagons: () =>
    times(11, (at) => {
      const [row, column] = [at % 2, Math.floor(at / 2)]
      return hexagon(
        250 + column * 174 + row * 87,
        250 + row * 152,
        92,
        at === 6 || at === 7 ? 0.95 : 0.16 + column * 0.05,
      )
    }),
  drops: () =>
    drop(455, 380, 92, 0.95) +
    drop(250, 230, 54, 0.5) +
    drop(660, 220, 50, 0.45) +
    drop(800, 400, 64, 0.6) +
    drop(960, 200, 44, 0.4) +
    drop(1040, 450, 36, 0.35),
  bearing: () =>
    circle(CX, CY, 250, line(30, 0.55)) +
    circle(CX, CY, 112, line(26, 0.55)) +
    times(9, (at) => {
      const { x, y } = around((at * Math.PI * 2) / 9, 181)
      return circle(x, y, 46, filled(at === 6 ? 0.95 : 0.5))
    }),
  pipe: () =>
    `<path d="M-40 520H400Q490 520 490 430V250Q490 160 580 160H1240" ${line(104, 0.42)}/><path d="M-40 500H400Q470 500 470 430V250Q470 140 580 140H1240" ${line(16, 0.4)}/>` +
    `<rect x="820" y="88" width="46" height="146" rx="12" ${filled(0.95)}/><rect x="110" y="448" width="46" height="146" rx="12" ${filled(0.55)}/>`,
  bars: () =>
    times(9, (at) => {
      const height = [130, 190, 160, 270, 330, 240, 400, 370, 470][at] ?? 0
      return `<rect x="${205 + at * 90}" y="${575 - height}" width="52" height="${height}" rx="8" ${filled(at === 8 ? 0.95 : 0.28 + at * 0.04)}/>`
    }),
  steps: () =>
    times(
      6,
      (at) =>
        `<rect x="${160 + at * 148}" y="${500 - at * 70}" width="128" height="${90 + at * 70}" rx="12" ${filled(0.18 + at * 0.13)}/>`,
    ),
  valve: () =>
    `<path d="M250 210L600 350L250 490ZM950 210L600 350L950 490Z" ${filled(0.6)}/><path d="M600 350V190M480 170H720" ${line(34, 0.95)} stroke-linecap="round"/>`,
} as const satisfies Readonly<Record<string, () => string>>

interface Drawing {
  name: string
  alt: string
  svg: string
}

const ground = (colour: Colour, width: number, height: number, drawn: string) => {
  const [dark, light] = COLOURS[colour]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${dark}"/><stop offset="1" stop-color="${light}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#g)"/>${drawn}</svg>`
}

const cover = (pattern: keyof typeof PATTERNS, colour: Colour, alt: string): Drawing => ({
  name: `${pattern}-${colour}.png`,
  alt,
  svg: ground(colour, W, H, PATTERNS[pattern]()),
})

export const COVERS: readonly Drawing[] = [
  cover('rings', 'violet', 'Rings around the rotor of a pump'),
  cover('gasket', 'teal', 'A flat gasket with eight holes'),
  cover('waves', 'blue', 'The curves of a pump'),
  cover('lattice', 'slate', 'The mesh of a filter'),
  cover('gauge', 'amber', 'A pressure gauge'),
  cover('hexagons', 'crimson', 'The grain of steel'),
  cover('drops', 'green', 'Drops of water'),
  cover('bearing', 'blue', 'A ball bearing'),
  cover('pipe', 'violet', 'A hose with two couplings'),
  cover('bars', 'teal', 'A chart of what energy costs'),
  cover('steps', 'amber', 'Steps that go up'),
  cover('valve', 'crimson', 'The sign of a valve'),
]

const portrait = (colour: Colour, skin: string, hair: string, shirt: string, drawn: string): Drawing => ({
  name: `portrait-${colour}.png`,
  alt: '',
  svg: ground(
    colour,
    PORTRAIT.width,
    PORTRAIT.height,
    `<path d="M70 700C80 500 190 440 320 440S560 500 570 700Z" fill="${shirt}"/><rect x="265" y="350" width="110" height="130" rx="55" fill="${skin}"/><ellipse cx="320" cy="265" rx="118" ry="142" fill="${skin}"/><g fill="${hair}">${drawn}</g>`,
  ),
})

const SHORT = '<path d="M195 250C180 120 240 90 320 90S465 120 445 250C430 200 400 175 320 175S210 200 195 250Z"/>'
const LONG =
  '<path d="M180 420C150 160 220 85 320 85S490 160 460 420C430 400 440 300 430 240C380 230 330 200 300 165C280 205 240 230 210 245C200 300 210 400 180 420Z"/>'
const BUN = `<circle cx="320" cy="75" r="52"/>${SHORT}`

export const PORTRAITS: readonly Drawing[] = [
  portrait('crimson', '#f0c9a8', '#5b2f1a', '#fdf3f5', LONG),
  portrait('blue', '#f4d3b5', '#c99a4a', '#1b2f5c', SHORT),
  portrait('amber', '#c68d5f', '#23170f', '#fff6e5', SHORT),
  portrait('violet', '#8f5c3a', '#14100d', '#efeaff', BUN),
  portrait('green', '#e5b48d', '#3a3a44', '#0c3d25', LONG),
]

import { UserError } from '#server/kit/errors.ts'

/** What makes a pattern that goes back and forth go on for ever: runs that nearly fit, and what several parts of it could take. */
const SHAPES: Readonly<Record<string, (times: number) => string>> = {
  'a run that nearly fits': (times) => `${'a'.repeat(times - 1)}!`,
  dots: (times) => '.'.repeat(times),
  labels: (times) => 'a.'.repeat(times / 2),
  hyphens: (times) => 'a-'.repeat(times / 2),
  'at signs': (times) => '@'.repeat(times),
  'half addresses': (times) => 'a@'.repeat(times / 2),
  'an address that never ends': (times) => `a@${'a.'.repeat(times / 2 - 2)}!`,
  'a host that never ends': (times) => `https://${'a.'.repeat(times / 2 - 5)}!`,
  digits: (times) => `${'1'.repeat(times - 1)}x`,
  'grouped digits': (times) => `${'1,'.repeat(times / 2 - 1)}x`,
  brackets: (times) => '<<'.repeat(times / 2),
  'nested groups': (times) => '('.repeat(times / 2) + ')'.repeat(times / 2),
  spaces: (times) => `x${' '.repeat(times - 2)}x`,
  'spaces alone': (times) => ' '.repeat(times),
  slashes: (times) => `${'/'.repeat(times - 1)}x`,
  underscores: (times) => `${'_'.repeat(times - 1)}x`,
  'letters of another script': (times) => `${'ü'.repeat(times - 1)}!`,
}

/** In steps so small that a pattern whose time doubles with each character is told while it still ends. */
const SHORT = [12, 16, 20, 24, 28, 32]
const FAR_BEYOND = 50_000
const MOST = 20

/** The first text that takes too long: short ones, those of the greatest length that is taken, and far longer ones. */
export const firstSlow = (length: number, ...works: ((text: string) => unknown)[]): string | undefined => {
  for (const times of [...SHORT, Math.max(length, 12), FAR_BEYOND])
    for (const [name, make] of Object.entries(SHAPES)) {
      const text = make(times)
      const took = works.map((work) => leastOf(() => refusing(() => work(text)))).find((least) => least > MOST)
      if (took !== undefined) return `${name}, ${times} long: ${took.toFixed(1)} ms`
    }
  return undefined
}

/** In milliseconds, of five times: what else the machine does makes it longer, and never shorter. */
const leastOf = (work: () => unknown): number => {
  let least = Infinity
  for (let run = 0; run < 5 && least > MOST; run++) {
    const started = performance.now()
    work()
    least = Math.min(least, performance.now() - started)
  }
  return least
}

/** That it refuses the text is as it should be: only the time matters. */
const refusing = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
  }
}

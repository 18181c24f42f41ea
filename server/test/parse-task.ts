// A task of the parse worker that does as the test says.

export const parse = (what: 'echo' | 'loop' | 'grow' | 'deep' | 'throw' | 'environment' | 'end'): unknown => {
  if (what === 'loop') for (;;);
  if (what === 'grow') for (const all: number[][] = []; ;) all.push(Array.from({ length: 100_000 }, (_, at) => at))
  if (what === 'deep') return deeper(0)
  if (what === 'throw') throw new Error('as the test wants')
  if (what === 'environment') return Object.keys(process.env)
  if (what === 'end') process.exit(1)
  return what
}

const deeper = (depth: number): number => 1 + deeper(depth + 1)

/** Repeatable numbers from 0 up to 1 (mulberry32); a test prints the seed that it used. */
export const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

/** What a run begins with; another one can be tried, or a failure seen again. */
export const SEED = Number(process.env.LEADROOM_TEST_SEED ?? 20_261_121)

/** Numbers that look random and are the same for the same seed, on every machine. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly [T, ...T[]]): T
  /** By weight: the first of each pair is chosen as often as the second says. */
  weighted<T>(from: readonly [readonly [T, number], ...(readonly [T, number])[]]): T
  /** With this average; short waits are many, long ones few. */
  wait(average: number): number
  uuid(): string
  /** So many bytes, in hexadecimal. */
  hex(bytes: number): string
}

export const seeded = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => word((state = (state + 0x6d2b79f5) >>> 0)) / 4_294_967_296
  const eight = () =>
    Math.floor(next() * 4_294_967_296)
      .toString(16)
      .padStart(8, '0')
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const hex = (bytes: number) => Array.from({ length: bytes / 4 }, eight).join('')

  return {
    next,
    between,
    hex,
    chance: (probability) => next() < probability,
    pick: (from) => from[Math.floor(next() * from.length)] ?? from[0],
    weighted(from) {
      let left = next() * from.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of from) {
        left -= weight
        if (left < 0) return value
      }
      return from[0][0]
    },
    wait: (average) => -Math.log(1 - next()) * average,
    uuid() {
      const digits = hex(16)
      return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20)}`
    },
  }
}

/** Mulberry32. */
const word = (state: number) => {
  const first = Math.imul(state ^ (state >>> 15), state | 1)
  const second = first ^ (first + Math.imul(first ^ (first >>> 7), first | 61))
  return (second ^ (second >>> 14)) >>> 0
}

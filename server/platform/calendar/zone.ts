/** A time during which the clocks of a zone are not changed; in milliseconds, `to` not included. */
export interface Stretch {
  from: number
  to: number
  /** What the clock on the wall is ahead of UTC. */
  offset: number
}

/** The stretch around a moment, by the zone rules of the runtime. */
export const stretchAt = (zone: string, at: number): Stretch => {
  const known = stretchesOf(zone)
  const found = known[lastBefore(known, at)]
  if (found && at < found.to) return found
  const stretch = askRuntime(zone, at)
  known.splice(lastBefore(known, at) + 1, 0, stretch)
  return stretch
}

/** The stretches from one moment to another, cut off at both. */
export function* stretchesBetween(zone: string, from: number, to: number): Generator<Stretch> {
  for (let at = from; at < to;) {
    const stretch = stretchAt(zone, at)
    const end = Math.min(stretch.to, to)
    yield { from: at, to: end, offset: stretch.offset }
    at = end
  }
}

/** More than there are zones: names that differ in their letters' case alone do not add up. */
const MOST_ZONES = 1_000
const zones = new Map<string, Stretch[]>()

const stretchesOf = (zone: string) => {
  const known = zones.get(zone)
  if (known) return known
  if (zones.size === MOST_ZONES) zones.clear()
  const none: Stretch[] = []
  zones.set(zone, none)
  return none
}

/** Where the last one stands that begins at that moment or before; -1 where there is none. */
const lastBefore = (sorted: readonly Stretch[], at: number) => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.from ?? Infinity) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

const askRuntime = (zone: string, at: number): Stretch => {
  const moment = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  // The change before the next millisecond is the last one up to this very moment.
  const before = Temporal.Instant.fromEpochMilliseconds(at + 1).toZonedDateTimeISO(zone)
  return {
    from: before.getTimeZoneTransition('previous')?.epochMilliseconds ?? -Infinity,
    to: moment.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
    offset: moment.offsetNanoseconds / 1e6,
  }
}

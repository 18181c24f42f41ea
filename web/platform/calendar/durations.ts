import { percent } from '#web/kit/look/format.ts'

// One rule for each duration on a screen: it says its clock, and beside it stands the target where one applies. Working time
// is what a company's calendar counts, and targets are of working time; calendar time runs day and night.

const MINUTE = 60_000

/** `35 min`, `2 h 10 min`, `140 h`: whole minutes, and hours alone where minutes say nothing more. Its clock stands beside it. */
export const workingTimeInWords = (ms: number) => {
  const minutes = Math.floor(ms / MINUTE)
  if (minutes < 1) return 'under 1 min'
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${minutes} min`
  return hours >= 24 || minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

/** `2 h 10 min of working time` */
export const workingTime = (ms: number) => `${workingTimeInWords(ms)} of working time`

/** Below a figure of time that runs day and night, to which no target applies. */
export const CALENDAR_TIME = 'Calendar time'

interface Targets {
  least: number
  most: number
}

/** `Working time, target 8 h`; several targets as far as they differ. */
export const workingTimeAgainst = (target: Targets | null) =>
  target === null ? 'Working time' : `Working time, ${targetsInWords(target)}`

const targetsInWords = ({ least, most }: Targets) =>
  least === most
    ? `target ${workingTimeInWords(least)}`
    : `targets from ${workingTimeInWords(least)} to ${workingTimeInWords(most)}`

/** `88% met their target of working time`: a part of one, whatever clock a time beside it is of. */
export const metTarget = (part: number) => `${percent(part)} met their target of working time`

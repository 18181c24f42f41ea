const MINUTE = 60_000

/** `35 min`, `2 h 10 min`, `140 h`: whole minutes, and hours alone where minutes say nothing more. */
export const workingTimeInWords = (ms: number) => {
  const minutes = Math.floor(ms / MINUTE)
  if (minutes < 1) return 'under 1 min'
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${minutes} min`
  return hours >= 24 || minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

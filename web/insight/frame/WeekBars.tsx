/** A bar a week, the oldest first; `most` is the height of the tallest beside it. The numbers are in its name. */
export const WeekBars = ({ weeks, most, label }: { weeks: readonly number[]; most: number; label: string }) => (
  <span className="insight-bars" role="img" aria-label={`${label}: ${weeks.join(', ')}`}>
    {weeks.map((count, at) => (
      // A week has no other name than its place.
      <span key={at} style={{ height: `${count === 0 ? 4 : Math.max(12, (100 * count) / Math.max(1, most))}%` }} />
    ))}
  </span>
)

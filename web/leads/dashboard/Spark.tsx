import { late } from '#web/kit/feedback/late.tsx'
import './spark.css'

const Sparkline = late(
  () => import('./PeriodCharts.tsx').then(({ Sparkline }) => Sparkline),
  () => null,
)

/** How a figure went, as a small line beside it; nothing where fewer than two parts of the time have one. */
export const Spark = ({ line }: { line: readonly (number | null)[] }) => (
  <span className="spark" aria-hidden>
    {line.filter((each) => each !== null).length > 1 && <Sparkline line={line} />}
  </span>
)

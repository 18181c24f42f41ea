import type { MailCounts } from '#contract/content/mailings.ts'
import { formats } from '#web/kit/look/format.ts'
import { doneOf } from './mailing-words.ts'

const PARTS = ['sent', 'skipped', 'refused', 'in_doubt'] as const

/** How far a mailing is: what was sent, skipped, refused and is in doubt, each in its tone. */
export const MailingBar = ({ counts, total, label }: { counts: MailCounts; total: number; label: string }) => {
  const { number } = formats()
  const done = doneOf(counts)
  return (
    <div
      className="mailing-bar"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={`${number(done)} of ${number(total)} done`}
    >
      {PARTS.map(
        (part) =>
          counts[part] > 0 && (
            <span
              key={part}
              className={`mailing-part mailing-part-${part}`}
              style={{ width: `${(100 * counts[part]) / Math.max(1, total)}%` }}
            />
          ),
      )}
    </div>
  )
}

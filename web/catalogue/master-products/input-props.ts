import type { Entered } from './product-fields.ts'

/** What every input of a value is given. */
export interface InputProps {
  id: string
  /** What stands below it. */
  describedBy: string
  label: string
  isWrong: boolean
  value: Entered
  onChange: (value: Entered) => void
  onLeave: () => void
}

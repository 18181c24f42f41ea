import type { ComponentType } from 'react'
import { FullScreenSpinner } from '#web/kit/feedback/Guard.tsx'
import { late, type Late } from '#web/kit/feedback/late.tsx'
import { useKeysComing } from '#web/kit/keys/keys.ts'

export type LatePage = Late<object>

/** A page whose code comes when it is first shown, or before, where `load` is called because it is foreseen. */
export const latePage = (code: () => Promise<{ default: ComponentType }>): LatePage =>
  late(() => code().then((page) => page.default), PageLoading)

/** Nothing under 150 ms, then the spinner; the style sheet holds the wait. */
const PageLoading = () => {
  useKeysComing()
  return (
    <div className="page-loading">
      <FullScreenSpinner />
    </div>
  )
}

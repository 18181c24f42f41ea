import { useState, type ComponentType } from 'react'
import { late } from '#web/kit/late.ts'

/** A page whose code comes when it is first shown, or before, where `load` is called because it is foreseen. */
export type LatePage = ComponentType & { load: () => void }

type Code = () => Promise<{ default: ComponentType }>

/**
 * Code that is there already is shown at once: a `late` component waits for it all the same, and React keeps what stands
 * in for it for 300 ms.
 */
export const latePage = (code: Code): LatePage => {
  let loaded: ComponentType | undefined
  const load = async () => (loaded = (await code()).default)
  const Waiting = late(load)
  const Page = () => {
    const [Shown] = useState(() => loaded ?? Waiting)
    return <Shown />
  }
  return Object.assign(Page, { load: () => void load().catch(() => undefined) })
}

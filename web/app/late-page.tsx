import { lazy, useState, type ComponentType } from 'react'

/** A page whose code comes when it is first shown, or before, where `load` is called because it is foreseen. */
export type LatePage = ComponentType & { load: () => void }

type Code = () => Promise<{ default: ComponentType }>

/**
 * Code that is there already is shown at once: a `lazy` component waits for it all the same, and React keeps what stands
 * in for it for 300 ms.
 */
export const latePage = (code: Code): LatePage => {
  let loaded: ComponentType | undefined
  const load: Code = async () => {
    const page = await code()
    loaded = page.default
    return page
  }
  const Waiting = lazy(load)
  const Page = () => {
    const [Shown] = useState(() => loaded ?? Waiting)
    return <Shown />
  }
  return Object.assign(Page, { load: () => void load().catch(() => undefined) })
}

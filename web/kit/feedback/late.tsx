import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { useKeysComing } from '#web/kit/keys/keys.ts'

/** After so many milliseconds each, code that did not come is asked for once more. */
const AGAIN_AFTER_MS = [300, 1_000, 3_000]

/** `load` has the code come before it is shown, where that is foreseen. */
export type Late<Props extends object> = ((props: Props) => ReactNode) & { load: () => void }

const Nothing = () => {
  useKeysComing()
  return null
}

/**
 * A component whose code comes when it is first shown; until then `Waiting` stands in for it. Code that does not come breaks it.
 * React's own `lazy` keeps what stands in on the screen for 300 ms, even where the code is there already.
 */
export const late = <Props extends object>(
  code: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType<Props> = Nothing,
): Late<Props> => {
  let here: ComponentType<Props> | undefined
  let coming: Promise<ComponentType<Props>> | undefined
  const load = () => {
    coming ??= persistently(code)
      .then((component) => (here = component))
      .finally(() => (coming = undefined))
    return coming
  }
  const LateComponent = (props: Props) => {
    const [Shown, show] = useState(() => here)
    const [failure, setFailure] = useState<{ cause: unknown }>()
    useEffect(() => {
      if (Shown) return
      let gone = false
      load().then(
        (component) => gone || show(() => component),
        (cause: unknown) => gone || setFailure({ cause }),
      )
      return () => {
        gone = true
      }
    }, [Shown])
    if (failure) throw failure.cause
    return Shown ? <Shown {...props} /> : <Waiting {...props} />
  }
  return Object.assign(LateComponent, { load: () => void load().catch(() => undefined) })
}

/** Code that a lost line or a restart kept from coming is asked for again, as data is. Of a release that is gone no file comes. */
const persistently = async <Code,>(code: () => Promise<Code>): Promise<Code> => {
  for (const ms of AGAIN_AFTER_MS) {
    try {
      return await code()
    } catch {
      await new Promise((waited) => {
        setTimeout(waited, ms)
      })
    }
  }
  return code()
}

/** A style sheet that did not come is asked for again, too: the second time its code comes without it. */
export const persistWithStyles = () =>
  addEventListener(
    'error',
    ({ target: lost }) => {
      if (!(lost instanceof HTMLLinkElement) || lost.rel !== 'stylesheet') return
      const tries = Number(lost.dataset['tries'] ?? 0)
      const link = Object.assign(document.createElement('link'), { rel: lost.rel, href: lost.href })
      link.dataset['tries'] = String(tries + 1)
      const ms = AGAIN_AFTER_MS[tries]
      if (ms !== undefined) setTimeout(() => lost.replaceWith(link), ms)
    },
    true,
  )

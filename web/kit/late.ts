import { lazy, type ComponentType } from 'react'

/** After so many milliseconds each, code that did not come is asked for once more. */
const AGAIN_AFTER_MS = [300, 1_000, 3_000]

/** A component whose code comes when it is first shown. */
export const late = <Props extends object>(code: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await persistently(code) }))

/** Code that a lost line or a restart kept from coming is asked for again, as data is. Of a release that is gone no file comes. */
const persistently = async <Code>(code: () => Promise<Code>): Promise<Code> => {
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

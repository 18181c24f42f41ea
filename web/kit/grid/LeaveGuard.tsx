import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '#web/kit/feedback/Confirm.tsx'
import { leaving } from '#web/kit/feedback/leaving.ts'

/** Asks before a link, a key or the palette leads away from this screen, or the tab is closed. Another page of the same screen is not away. */
export const LeaveGuard = ({ what }: { what: string }) => {
  const [away, setAway] = useState<string>()
  const navigate = useNavigate()

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
      if (!link || !isPlain || link.target === '_blank' || link.origin !== location.origin || isHere(link)) return
      event.preventDefault()
      event.stopPropagation()
      setAway(link.pathname + link.search)
    }
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const over = new AbortController()
    document.addEventListener('click', onClick, { capture: true, signal: over.signal })
    window.addEventListener('beforeunload', onUnload, over)
    leaving.set(setAway)
    return () => {
      over.abort()
      leaving.set(undefined)
    }
  }, [])

  if (away === undefined) return null
  return (
    <ConfirmDialog
      title={`Leave with ${what}?`}
      verb="Leave"
      running={false}
      run={async (done) => {
        done()
        await navigate(away)
      }}
      onClose={() => setAway(undefined)}
    >
      They stay in this tab until you come back or close it.
    </ConfirmDialog>
  )
}

const modeOf = (search: string) => new URLSearchParams(search).get('mode')
const isHere = ({ pathname, search }: HTMLAnchorElement) =>
  pathname === location.pathname && modeOf(search) === modeOf(location.search)

import { useEffect, useState } from 'react'
import { ApiError, sentenceOf } from '#web/kit/data/api.ts'
import { FullScreenSpinner } from '#web/kit/feedback/Guard.tsx'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { session, tenantChange } from '#web/kit/data/session.ts'
import { asked } from '#web/kit/feedback/why-not.ts'
import { startSession } from './session.ts'
import { loadPageAt } from './screens.ts'
import { Shell } from './Shell.tsx'
import { START_UP, StartUp } from './StartUp.tsx'
import './start-up.css'

const TenantChangedModal = lateDialog(() =>
  import('./TenantChangedModal.tsx').then(({ TenantChangedModal }) => TenantChangedModal),
)

const WhyNotDialog = lateDialog(() =>
  import('#web/kit/feedback/WhyNotDialog.tsx').then(({ WhyNotDialog }) => WhyNotDialog),
)

/**
 * Everything behind the sign-in: the start-up screen, the spinner while permissions load, the shell. Beneath the start-up
 * screen the page begins as soon as it can, so that its rows are there when the screen goes.
 */
export const SignedIn = () => {
  const user = session.usePart((now) => now.user)
  const access = session.usePart((now) => now.access)
  const { shownLongEnough, failure, retry } = useStart()
  if (failure !== undefined) return <StartUp failure={failure} onRetry={retry} />
  const isKnown = user !== undefined && access !== undefined
  if (user === undefined || !(shownLongEnough || isKnown)) return <StartUp />
  return (
    <>
      {shownLongEnough || <StartUp covers />}
      {access === undefined ? <FullScreenSpinner /> : <Shell />}
      <TenantNotice />
      <WhyNotAnswer />
    </>
  )
}

/** Its code comes once the page is idle, so that it is there even when the network is not. */
const TenantNotice = () => {
  const change = tenantChange.use()
  useEffect(() => {
    const timer = setTimeout(TenantChangedModal.load, 4000)
    return () => clearTimeout(timer)
  }, [])
  return (
    change && (
      // Each call that is refused from then on asks for it again.
      <TenantChangedModal change={change} onClose={() => tenantChange.set(undefined)} />
    )
  )
}

/** What is refused for want of a permission, once somebody asks why. */
const WhyNotAnswer = () => {
  const keys = asked.use()
  return keys && <WhyNotDialog keys={keys} onClose={() => asked.set(undefined)} />
}

let started: Promise<unknown> | undefined

/** Waits before a start is tried again, in milliseconds: a server that sheds load, or is just restarted, is back within moments. */
const PATIENCE = [1000, 2000, 4000]

/** Once more without a word where the server could not answer; what it refused is refused. */
const startPatiently = async () => {
  for (const wait of PATIENCE)
    try {
      return await startSession()
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.canRetry)) throw failure
      await new Promise((done) => setTimeout(done, wait))
    }
  return startSession()
}

const useStart = () => {
  const [shownLongEnough, setShownLongEnough] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  // What the page takes to come, it takes while the start-up screen shows.
  useEffect(() => loadPageAt(location.pathname), [])
  useEffect(() => {
    const timer = setTimeout(() => setShownLongEnough(true), START_UP)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    started ??= startPatiently()
    started.catch((cause: unknown) => {
      started = undefined
      setFailure(sentenceOf(cause))
    })
  }, [attempt])
  return {
    shownLongEnough,
    failure,
    retry: () => {
      setFailure(undefined)
      setAttempt(attempt + 1)
    },
  }
}

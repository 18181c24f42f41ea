import { blogWorkingCopies } from '#contract/content/blog-working-copies.ts'
import { ApiError, call } from '#web/kit/data/api.ts'
import { deviceName } from './device-name.ts'
import type { PostFields } from './post-fields.ts'
import { dropFromTab, keepInDraft, keepInTab } from './tab-copies.ts'

const TAB_AFTER_MS = 1_000
const TAB_EVERY_MS = 5_000
const SERVER_EVERY_MS = 15_000

/** What is written and not saved yet. */
interface WorkingCopy {
  /** Undefined: of a post that is new. */
  postId: number | undefined
  fields: PostFields
  version: number | undefined
  draftVersion: number | undefined
}

interface KeepingOptions {
  key: () => string
  copy: () => WorkingCopy
  /** It was kept in the tab or on the server, or the server is out of reach. `isAll`: nothing was written since. */
  onKept: (where: 'tab' | 'kept' | 'offline', isAll: boolean) => void
}

/** Keeps what is typed, in the tab and on the server. Each touch has a number, and each place knows up to which it holds. */
export const createKeeping = ({ key, copy, onKept }: KeepingOptions) => {
  let touches = 0
  let inTab = 0
  let onServer = 0
  let lastInTab = 0
  let lastOnServer = 0
  let tabTimer: ReturnType<typeof setTimeout> | undefined
  let serverTimer: ReturnType<typeof setTimeout> | undefined

  const stop = () => {
    clearTimeout(tabTimer)
    clearTimeout(serverTimer)
    tabTimer = serverTimer = undefined
  }
  const toTab = async () => {
    clearTimeout(tabTimer)
    tabTimer = undefined
    if (inTab === touches) return
    const of = touches
    lastInTab = Date.now()
    if (!(await keepInTab(key(), draftOf(copy())))) return
    inTab = Math.max(inTab, of)
    onKept('tab', of === touches)
  }
  const toServer = async () => {
    clearTimeout(serverTimer)
    serverTimer = undefined
    if (onServer === touches) return
    const of = touches
    lastOnServer = Date.now()
    try {
      await keepOnServer(key(), copy())
      // A save that came first has taken it away, and this one would stay behind.
      if (onServer >= of) return
      onServer = of
      onKept('kept', of === touches)
    } catch (failure) {
      if (isOffline(failure)) onKept('offline', false)
    }
  }
  /** A second after the last key, and no later than five after the last copy in the tab, or fifteen on the server. */
  const later = () => {
    clearTimeout(tabTimer)
    const tabDue = lastInTab === 0 ? TAB_AFTER_MS : lastInTab + TAB_EVERY_MS - Date.now()
    tabTimer = setTimeout(() => void toTab(), Math.max(0, Math.min(TAB_AFTER_MS, tabDue)))
    const serverDue = lastOnServer + SERVER_EVERY_MS - Date.now()
    serverTimer ??= setTimeout(() => void toServer(), Math.max(TAB_AFTER_MS, serverDue))
  }

  return {
    touches: () => touches,
    touched() {
      touches += 1
      later()
    },
    later,
    /** At once, in both places: the person turns to something else. */
    now() {
      void toTab()
      void toServer()
    },
    /** As the page goes: what is small enough is in the tab before it is gone. */
    atOnce() {
      if (inTab !== touches && keepInDraft(key(), draftOf(copy()))) inTab = touches
      void toServer()
    },
    /** What was saved needs no copy any more. */
    forget(of: number) {
      onServer = Math.max(onServer, of)
      inTab = Math.max(inTab, of)
      if (of !== touches) return
      dropFromTab(key())
      stop()
    },
    isKept: () => touches === inTab || touches === onServer,
    stop,
  }
}

export const isOffline = (failure: unknown) => failure instanceof ApiError && failure.status === 0

/** Takes away what an earlier visit left, under its own key. */
export const discardCopy = async (key: string) => {
  dropFromTab(key)
  await call(blogWorkingCopies.discard, { params: { key } }).catch(() => undefined)
}

const draftOf = ({ fields, version, draftVersion }: WorkingCopy) => ({ fields, version, draftVersion })

const keepOnServer = (key: string, { postId, fields, version, draftVersion }: WorkingCopy) =>
  call(blogWorkingCopies.keep, {
    params: { key },
    body: {
      post_id: postId ?? null,
      base_version: draftVersion ?? null,
      fields: JSON.stringify({ ...fields, seen_version: version }),
      device: deviceName(),
    },
  })

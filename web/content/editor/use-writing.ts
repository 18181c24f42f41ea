import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Post } from '#contract/content/post.ts'
import { tenantChange } from '#web/kit/data/session.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import type { Collision } from './merge-posts.ts'
import type { PostFields } from './post-fields.ts'
import type { PostTextHandle } from './PostText.tsx'
import { createSaving, type Ground } from './saving.ts'

export interface Collided {
  collision: Collision
  theirs: Post
  base: PostFields
  mine: PostFields
}
export type Change = Partial<PostFields> | ((fields: PostFields) => Partial<PostFields>)

interface WritingOptions {
  key: string
  ground: Ground
  fields: PostFields
  text: RefObject<PostTextHandle | null>
  onMade: (id: number) => void
}

/** The fields that are being written, and what keeps and saves them. The text is read when it is needed, and never on a key. */
export const useWriting = ({ key, ground, fields: first, text, onMade }: WritingOptions) => {
  const [fields, setFields] = useState(first)
  const [post, setPost] = useState(ground.post)
  const [collided, setCollided] = useState<Collided>()
  const latest = useRef(first)
  const added = useRef(onMade)
  useEffect(() => {
    added.current = onMade
  })
  const read = () => ({ ...latest.current, document: text.current?.read() ?? latest.current.document })
  const show = (next: PostFields) => {
    latest.current = next
    setFields(next)
  }
  // oxlint-disable-next-line react/refs -- read and written when something is saved, never while it is drawn
  const [saving] = useState(() =>
    createSaving({
      key,
      ground,
      read,
      write(next) {
        show(next)
        text.current?.put(next.document)
      },
      onConflict: (collision, theirs, base) => setCollided({ collision, theirs, base, mine: read() }),
      onSaved(saved, merged) {
        setPost((before) => {
          if (!before) queueMicrotask(() => added.current(saved.id))
          return saved
        })
        if (merged) toast.note('Merged with what a colleague changed')
      },
    }),
  )

  useEffect(() => {
    const over = new AbortController()
    const onHide = () => document.visibilityState === 'hidden' && saving.keepNow()
    document.addEventListener('visibilitychange', onHide, over)
    window.addEventListener('blur', saving.keepNow, over)
    window.addEventListener('pagehide', saving.keepAtOnce, over)
    window.addEventListener(
      'beforeunload',
      (event) => {
        saving.keepAtOnce()
        if (saving.isUnkept()) event.preventDefault()
      },
      over,
    )
    const forget = tenantChange.subscribe(saving.keepAtOnce)
    return () => {
      over.abort()
      forget()
    }
  }, [saving])
  // A layout effect ends before the text below is taken away, so that there is something to read.
  useLayoutEffect(
    () => () => {
      saving.keepNow()
      saving.stop()
    },
    [saving],
  )

  const change = (to: Change) => {
    show({ ...latest.current, ...(typeof to === 'function' ? to(latest.current) : to) })
    saving.touched()
  }
  return { fields, post, setPost, collided, setCollided, saving, read, change }
}

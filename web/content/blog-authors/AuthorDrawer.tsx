import { Button } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { AUTHOR_NOT_FOUND, blogAuthors } from '#contract/content/blog-authors.ts'
import { ApiError, sentenceOf, useOne } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { toast } from '#web/kit/feedback/toast.ts'
import { useKeys } from '#web/kit/keys/keys.ts'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { SideDrawer, SideDrawerHead } from '#web/kit/look/SideDrawer.tsx'
import { AuthorEditor } from './AuthorEditor.tsx'
import { DeleteAuthor } from './DeleteAuthor.tsx'
import './blog-authors.css'

interface AuthorDrawerProps {
  /** Undefined: a new author. */
  id: number | undefined
  onClose: () => void
}

/** An author beside the list, or a new one. */
export const AuthorDrawer = ({ id, onClose }: AuthorDrawerProps) => {
  const label = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [deleting, setDeleting] = useState(false)
  const answer = useOne(blogAuthors.details, { params: { id: id ?? 0 } }, { enabled: id !== undefined })
  const author = id === undefined ? undefined : answer.data?.data
  const isGone = answer.error instanceof ApiError && answer.error.status === 404
  useFocusBack()
  useEffect(() => heading.current?.focus({ preventScroll: true }), [id])
  useEffect(() => {
    if (!isGone) return
    toast.failed(AUTHOR_NOT_FOUND)
    onClose()
  }, [isGone, onClose])
  useKeys('panel', [{ keys: 'escape', label: 'Close', run: onClose }], !deleting)

  return (
    <SideDrawer size={480} label={label} className="author-drawer">
      <SideDrawerHead
        label={label}
        heading={heading}
        title={id === undefined ? 'New author' : (author?.name ?? 'Author')}
        onClose={onClose}
      />
      {id === undefined || author ? (
        <AuthorEditor key={author?.id ?? 'new'} author={author} onClose={onClose} onDelete={() => setDeleting(true)} />
      ) : (
        <div className="author-scroll" aria-busy={!answer.error}>
          {answer.error ? (
            <Notice
              kind="error"
              title={sentenceOf(answer.error, blogAuthors.details.failure)}
              action={<Button onClick={() => void answer.refetch()}>Try again</Button>}
            />
          ) : (
            <span className="bones" role="status" aria-label="Loading the author">
              <span className="bone" />
              <span className="bone bone-short" />
            </span>
          )}
        </div>
      )}
      {deleting && author && <DeleteAuthor author={author} onClose={() => setDeleting(false)} onDeleted={onClose} />}
    </SideDrawer>
  )
}

import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { blogPosts } from '#contract/content/blog-posts.ts'
import { sentenceOf } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import type { PostEditorProps } from './post-editor-props.ts'
import { useOpening } from './use-opening.ts'
import { Writing } from './Writing.tsx'
import './post-editor.css'

/** A post as it is written: its own view of the page. */
export const PostEditor = ({ id, onMade, ...props }: PostEditorProps) => {
  // A new post that was just saved is the one that is open already.
  const [added, setAdded] = useState<number>()
  const [shown, setShown] = useState(id)
  if (id !== shown && (id === 'new' || id !== added)) {
    setShown(id)
    setAdded(undefined)
  }
  return (
    <Opening
      key={shown}
      id={shown}
      onMade={(post) => {
        setAdded(post)
        onMade(post)
      }}
      {...props}
    />
  )
}

const Opening = ({ id, ...props }: PostEditorProps) => {
  const { opened, failure, again } = useOpening(id)
  if (failure !== undefined)
    return (
      <div className="editor-failed">
        <Notice kind="error" title={sentenceOf(failure, blogPosts.details.failure)} />
        <Button onClick={again}>Try again</Button>
        <Button onClick={props.onBack}>Back</Button>
      </div>
    )
  if (!opened)
    return (
      <div className="editor-loading">
        <Skeleton active paragraph={{ rows: 8 }} />
      </div>
    )
  return <Writing opened={opened} {...props} />
}

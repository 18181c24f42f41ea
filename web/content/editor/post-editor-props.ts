import type { ReactNode } from 'react'
import type { Post } from '#contract/content/post.ts'

/** What the publish drawer is given. */
export interface PublishSlot {
  /** As it is saved. */
  post: Post
  /** It was taken a step on. */
  onChanged: (post: Post) => void
  /** Leads to the field or block that has to be mended. */
  onGoTo: (place: { field: string | null; block: number | null }) => void
  onClose: () => void
}

export interface PostEditorProps {
  id: number | 'new'
  onBack: () => void
  /** A new post was saved for the first time. */
  onMade: (id: number) => void
  renderPublish: (slot: PublishSlot) => ReactNode
  onVersions: (id: number) => void
}

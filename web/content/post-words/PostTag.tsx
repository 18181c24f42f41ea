import type { PostStatus } from '#contract/content/post.ts'
import { StatusTag, type Tone } from '#web/kit/look/StatusTag.tsx'

export const POST_WORDS: Readonly<Record<PostStatus, { label: string; tone: Tone }>> = {
  draft: { label: 'Draft', tone: 'neutral' },
  in_review: { label: 'In review', tone: 'warning' },
  scheduled: { label: 'Scheduled', tone: 'info' },
  published: { label: 'Published', tone: 'success' },
  archived: { label: 'Archived', tone: 'neutral' },
}

export const PostTag = ({ status }: { status: PostStatus }) => (
  <StatusTag tone={POST_WORDS[status].tone}>{POST_WORDS[status].label}</StatusTag>
)

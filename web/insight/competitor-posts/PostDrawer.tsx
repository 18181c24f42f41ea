import { ExportOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import { competitorPosts, type CompetitorPostRow } from '#contract/insight/competitor-posts.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { ApiError, sentenceOf, useOne, type Page } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { useKeys } from '#web/kit/keys/keys.ts'
import { RowDrawer } from '#web/kit/list/RowDrawer.tsx'
import { counted, formats } from '#web/kit/look/format.ts'
import { Answered } from '#web/insight/frame/InsightFrame.tsx'
import { CompetitorMark, webAddress, openOriginal } from '#web/insight/frame/insight-words.tsx'
import { PostSections } from './PostSections.tsx'
import type { PostActs } from './use-post-acts.ts'
import './post-drawer.css'

interface PostDrawerProps {
  id: number
  /** The part that was asked for: its topics or its copies. */
  part: string | undefined
  query: QueryOf<typeof competitorPosts.list>
  page: Page<CompetitorPostRow> | undefined
  acts: PostActs
  onOpen: (id: number, change?: { page?: number; part?: string }) => void
  onClose: () => void
}

const { details, list, hide } = competitorPosts

/** A post beside the list: its text, why it has its topics, what changed in it, where else it stands and what is nearest of ours. */
export const PostDrawer = ({ id, part, query, page, acts, onOpen, onClose }: PostDrawerProps) => {
  const answer = useOne(details, { body: { id } })
  const post = answer.data?.data.id === id ? answer.data.data : undefined
  const row = page?.data.find((one) => one.id === id)
  const shown = row ?? post
  const isGone = answer.error instanceof ApiError && answer.error.status === 404
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isGone) return
    toast.failed(sentenceOf(answer.error, details.failure))
    onClose()
  }, [isGone, answer.error, onClose])

  const readOnce = useEffectEvent(() => {
    if (shown && !shown.read) acts.readQuietly(id)
  })
  const isShown = shown !== undefined
  // Once for each post: marked unread again, it stays so while it is open.
  useEffect(() => {
    if (isShown) readOnce()
  }, [id, isShown])
  const isHere = post !== undefined
  useEffect(() => {
    if (isHere && part !== undefined) goTo(body.current, part)
  }, [isHere, part, id])

  const original = shown && webAddress(shown.url)
  const toggleRead = () => shown && acts.setRead([shown], !shown.read)
  const toggleSaved = () => shown && acts.setSaved([shown], !shown.saved)
  useKeys('panel', [
    { keys: 'o', label: 'Open the original', run: () => shown && openOriginal(shown.url) },
    { keys: 'r', label: 'Read or unread', run: toggleRead },
    { keys: 's', label: 'Save or remove', run: toggleSaved },
    { keys: 't', label: 'Topics', run: () => goTo(body.current, 'topics') },
  ])

  return (
    <RowDrawer
      id={id}
      size={640}
      noun={['post', 'posts']}
      endpoint={list}
      query={query}
      page={page}
      title={shown?.title ?? 'Post'}
      picture={shown && <CompetitorMark {...shown.competitor} />}
      about={shown ? aboutOf(shown) : []}
      onOpen={onOpen}
      onClose={onClose}
    >
      <div ref={body} className="post-body" aria-busy={!post && !answer.isError}>
        <Answered answer={answer} many="The post" failure={details.failure}>
          {post && <PostSections key={post.id} post={post} acts={acts} onOpen={onOpen} />}
        </Answered>
      </div>
      {shown && (
        <div className="post-foot">
          {original !== undefined && (
            <Button
              type="primary"
              icon={<ExportOutlined aria-hidden />}
              href={original}
              target="_blank"
              rel="noopener noreferrer"
              aria-keyshortcuts="O"
            >
              Original <Kbd>O</Kbd>
            </Button>
          )}
          <Button aria-keyshortcuts="R" onClick={toggleRead}>
            {shown.read ? 'Mark as unread' : 'Mark as read'} <Kbd>R</Kbd>
          </Button>
          <Button aria-keyshortcuts="S" onClick={toggleSaved}>
            {shown.saved ? 'Remove from saved' : 'Save'} <Kbd>S</Kbd>
          </Button>
          {can(hide) && post && (
            <Button
              type="text"
              className="post-hide"
              onClick={() => (post.hidden ? acts.unhide(id) : acts.hide(id, onClose))}
            >
              {post.hidden ? 'Show again' : 'Hide for everybody'}
            </Button>
          )}
        </div>
      )}
    </RowDrawer>
  )
}

const aboutOf = ({ competitor, published_at, author, words }: CompetitorPostRow) => [
  competitor.name,
  published_at === null ? 'no date' : formats().dateTime(published_at),
  ...(author ? [author] : []),
  counted(words, 'word'),
]

const goTo = (body: HTMLElement | null, part: string) => {
  const heading = body?.querySelector<HTMLElement>(`[data-part="${CSS.escape(part)}"]`)
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

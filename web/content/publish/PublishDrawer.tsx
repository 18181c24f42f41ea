import { Button, Switch } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { blogPublishing } from '#contract/content/blog-publishing.ts'
import type { Finding, Post } from '#contract/content/post.ts'
import { useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { useKeys } from '#web/kit/keys/keys.ts'
import { formats } from '#web/kit/look/format.ts'
import { SideDrawer, SideDrawerHead } from '#web/kit/look/SideDrawer.tsx'
import { Checks } from './Checks.tsx'
import { PostStateMenu } from './PostStateMenu.tsx'
import { Previews } from './Previews.tsx'
import { PublishFoot } from './PublishFoot.tsx'
import { ReviewBox } from './ReviewBox.tsx'
import { useSetStatus } from './set-status.ts'
import { usePlan } from './use-plan.ts'
import { WhatChanges } from './WhatChanges.tsx'
import { WhenToPublish } from './WhenToPublish.tsx'
import './publish.css'

export interface PublishDrawerProps {
  /** As it is saved. */
  post: Post
  onClose: () => void
  /** Closes the drawer and leads to where it is mended. */
  onGoTo: (place: Pick<Finding, 'field' | 'block'>) => void
  /** It was taken a step on. */
  onChanged: (post: Post) => void
  /** Goes on to the update mail of the post that was just published; undefined for people who may not send it. */
  onSend?: (id: number) => void
}

/** What publishing would change, what keeps it from that, and when it is to be: beside the editor. */
export const PublishDrawer = ({ post, onClose, onGoTo, onChanged, onSend }: PublishDrawerProps) => {
  const label = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const firstBlock = useRef<HTMLButtonElement>(null)
  const answer = useOne(blogPublishing.check, { params: { id: post.id } })
  const check = answer.data?.data
  const isSettled = answer.isSuccess && !answer.isFetching
  const begins = useRef(true)
  const plan = usePlan(post, check)
  const [sends, setSends] = useState(post.send_on_publish)
  const setStatus = useSetStatus((changed) => {
    onChanged(changed)
    onClose()
    // One that was asked for before is prepared by the server.
    if (sends && plan.mode === 'now' && !post.send_on_publish) onSend?.(post.id)
  })
  const goTo = (place: Pick<Finding, 'field' | 'block'>) => {
    onClose()
    onGoTo(place)
  }
  const blocked = check !== undefined && check.blocking.length > 0
  // The first that has to be mended has the focus, once it is there.
  useEffect(() => {
    if (!begins.current || !(isSettled || answer.isError)) return
    begins.current = false
    // Whoever was quicker than the checks stays where they are.
    const active = document.activeElement
    if (active?.closest('.publish') && active.matches('a, button, input, textarea')) return
    if (firstBlock.current) firstBlock.current.focus()
    else heading.current?.focus({ preventScroll: true })
  }, [isSettled, answer.isError])

  const run = () => {
    if (setStatus.running || !plan.body) return
    if (plan.mode !== 'review' && blocked) firstBlock.current?.focus()
    else
      void setStatus({
        params: { id: post.id },
        body: {
          ...plan.body,
          ...(onSend && plan.mode === 'schedule' && { send_on_publish: sends }),
          version: post.version,
        },
      })
  }
  useKeys('panel', [
    { keys: 'ctrl+enter', label: plan.button, run },
    { keys: 'escape', label: 'Close', run: onClose },
  ])

  const waits = post.changes !== null || !['published', 'archived'].includes(post.status)
  return (
    <SideDrawer size={480} label={label} className="publish">
      <SideDrawerHead
        label={label}
        heading={heading}
        title={titleOf(post)}
        about={aboutOf(post)}
        menu={can(blogPublishing.setStatus) && <PostStateMenu post={post} onChanged={onChanged} onDone={onClose} />}
        onClose={onClose}
      />
      <div className="publish-body" aria-busy={answer.isFetching}>
        <ReviewBox post={post} onChanged={onChanged} onClose={onClose} />
        {waits && <WhatChanges post={post} changes={check?.changes} />}
        {answer.isError ? (
          <Notice
            kind="error"
            title="Checks did not run"
            action={
              <Button size="small" onClick={() => void answer.refetch()}>
                Try again
              </Button>
            }
          >
            Nothing can be published before they have.
          </Notice>
        ) : (
          <Checks post={post} check={check} first={firstBlock} onGoTo={goTo} />
        )}
        {check && <Previews post={post} seo={check.seo} onEdit={() => goTo({ field: 'seo_title', block: null })} />}
        {waits && can(blogPublishing.setStatus) && <WhenToPublish plan={plan} />}
        {waits && can(blogPublishing.setStatus) && onSend && plan.mode !== 'review' && (
          <div>
            <label className="switch-label" htmlFor="publish-send">
              <Switch id="publish-send" size="small" checked={sends} onChange={setSends} />
              Prepare the update mail
            </label>
            <p className="publish-until">
              {plan.mode === 'now' && !post.send_on_publish
                ? 'After publishing you see it, and send it.'
                : 'Once the post is live, it waits under Mailings until you send it.'}
            </p>
          </div>
        )}
      </div>
      {waits && can(blogPublishing.setStatus) && (
        <PublishFoot plan={plan} check={check} running={setStatus.running} onRun={run} />
      )}
    </SideDrawer>
  )
}

const titleOf = ({ status, changes }: Post) => {
  if (status === 'archived') return 'Archived'
  if (status === 'published') return changes ? 'Publish changes' : 'Published'
  return 'Publish'
}

const aboutOf = ({ status, draft_version, live_version, published_at, archived_at, archive_target }: Post) => {
  const { date } = formats()
  if (status === 'archived' && archived_at)
    return `Since ${date(archived_at)}. Readers ${archive_target ? `are sent to ${archive_target.title}` : 'see that it is gone'}.`
  if (live_version === null || status !== 'published' || !published_at)
    return `Version ${draft_version} goes live${live_version === null ? ' for the first time' : ''}`
  return draft_version === live_version
    ? `Version ${live_version}, live since ${date(published_at)}`
    : `Version ${draft_version} replaces version ${live_version}, live since ${date(published_at)}`
}

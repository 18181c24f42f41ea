import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { subscribers, type SubscriberRow } from '#contract/content/subscribers.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { ApiError, sentenceOf, useOne, type Page } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { toast } from '#web/kit/feedback/toast.ts'
import { useKeys } from '#web/kit/keys/keys.ts'
import { RowDrawer } from '#web/kit/list/RowDrawer.tsx'
import { ConsentBox } from './ConsentBox.tsx'
import { MailTimeline } from './MailTimeline.tsx'
import { StatusForm } from './StatusForm.tsx'
import { callOf, NOUN, StatusOf } from './subscriber-words.tsx'
import { SubscriberFacts } from './SubscriberFacts.tsx'
import { isAsked, STEPS, SubscriberFoot, type FootStep } from './SubscriberFoot.tsx'
import { useSubscriberActs, type AskedStep } from './use-subscriber-acts.ts'
import './subscribers.css'

interface SubscriberDrawerProps {
  id: number
  query: QueryOf<typeof subscribers.list>
  page: Page<SubscriberRow> | undefined
  onOpen: (id: number, change?: { page?: number }) => void
  onClose: () => void
}

const { details, list } = subscribers

/** A subscriber beside the list: what they agreed to, what they were sent, and what can be done. */
export const SubscriberDrawer = ({ id, query, page, onOpen, onClose }: SubscriberDrawerProps) => {
  const answer = useOne(details, { params: { id } })
  const subscriber = answer.data?.data
  const shown = subscriber ?? page?.data.find((row) => row.id === id)
  const [asking, setAsking] = useState<AskedStep>()
  const acts = useSubscriberActs(subscriber?.status)
  const mayEdit = can(subscribers.update)
  const isGone = answer.error instanceof ApiError && answer.error.status === 404
  useEffect(() => {
    if (!isGone) return
    toast.failed(sentenceOf(answer.error, details.failure))
    onClose()
  }, [isGone, answer.error, onClose])

  const take = (step: FootStep) => {
    if (!subscriber) return
    if (isAsked(step)) setAsking(step)
    else acts.resend(subscriber)
  }
  const steps: readonly FootStep[] = subscriber && mayEdit ? [...subscriber.steps, 'erase'] : []
  useKeys(
    'panel',
    steps.map((step) => ({ keys: STEPS[step].key, label: STEPS[step].label, run: () => take(step) })),
  )

  return (
    <RowDrawer
      id={id}
      size={480}
      noun={NOUN}
      endpoint={list}
      query={query}
      page={page}
      title={shown ? callOf(shown) : 'Subscriber'}
      tag={shown && <StatusOf {...shown} />}
      about={shown?.name ? [shown.email] : []}
      {...(shown && { copies: { label: 'Copy email', text: shown.email, done: `Copied ${shown.email}` } })}
      onOpen={onOpen}
      onClose={onClose}
    >
      <div className="subscriber-body" aria-busy={!subscriber && !answer.error}>
        {subscriber ? (
          <>
            <SubscriberFacts
              key={subscriber.id}
              subscriber={subscriber}
              onSave={
                mayEdit
                  ? (change) => acts.save({ params: { id }, body: { ...change, version: subscriber.version } })
                  : undefined
              }
            />
            <ConsentBox
              subscriber={subscriber}
              resending={acts.resending}
              onResend={steps.includes('resend_confirmation') ? () => acts.resend(subscriber) : undefined}
            />
            <MailTimeline key={`timeline-${subscriber.id}`} subscriber={subscriber} />
          </>
        ) : answer.error ? (
          <Notice
            kind="error"
            title="The subscriber did not load"
            action={<Button onClick={() => void answer.refetch()}>Try again</Button>}
          >
            {sentenceOf(answer.error, details.failure)}
          </Notice>
        ) : (
          <span className="bones" role="status" aria-label="Loading the subscriber">
            <span className="bone" />
            <span className="bone bone-short" />
          </span>
        )}
      </div>
      {subscriber && mayEdit && <SubscriberFoot subscriber={subscriber} onStep={take} />}
      {asking && subscriber && (
        <StatusForm
          step={asking}
          subscriber={subscriber}
          acts={acts}
          onClose={() => setAsking(undefined)}
          onErased={onClose}
        />
      )}
    </RowDrawer>
  )
}

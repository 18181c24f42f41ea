import { Button, Skeleton } from 'antd'
import { mailings } from '#contract/content/mailings.ts'
import { sentenceOf } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { boxId } from './focus-mailing.ts'
import { HeldBox } from './HeldBox.tsx'
import { useMailing } from './mailing-reads.ts'
import { SendingBox } from './SendingBox.tsx'
import './mailings.css'

/** A mailing, whichever state it is in; it follows what goes on. */
export const MailingBox = ({ id, titled = true }: { id: number; titled?: boolean }) => {
  const answer = useMailing(id)
  const mailing = answer.data?.data
  if (!mailing && answer.isError)
    return (
      <Notice
        kind="error"
        title="The mailing did not load"
        action={<Button onClick={() => void answer.refetch()}>Try again</Button>}
      >
        {sentenceOf(answer.error, mailings.details.failure)}
      </Notice>
    )
  return (
    <section
      id={boxId(id)}
      tabIndex={-1}
      className="mailing-box"
      aria-label={mailing?.post_title ?? 'Mailing'}
      aria-busy={!mailing}
    >
      {!mailing ? (
        <Skeleton active className="mailing-loading" paragraph={{ rows: 2 }} />
      ) : mailing.state === 'held' ? (
        <HeldBox mailing={mailing} titled={titled} />
      ) : (
        <SendingBox mailing={mailing} titled={titled} />
      )}
    </section>
  )
}

import { notifications, type LastDigest } from '#contract/notifications.ts'
import { YOUR_NEWS } from '#web/domain/notification-words.ts'
import { NotificationRows } from '#web/domain/NotificationRows.tsx'
import { sentenceOf, useAction, useOne } from '#web/kit/api.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { When } from '#web/kit/When.tsx'

const { choices, choose } = notifications

/** What the person hears of, and where. Each choice is kept at once. */
export const NotificationChoices = () => {
  const chosen = useOne(choices, {})
  const keep = useAction(choose, { refreshes: choices, done: 'Choice saved' })
  const data = chosen.data?.data
  if (chosen.isError && !data)
    return (
      <Notice kind="error" title="Your choices did not load">
        {sentenceOf(chosen.error, choices.failure)}
      </Notice>
    )
  if (!data) return null
  return (
    <NotificationRows
      choices={data.choices}
      words={YOUR_NEWS}
      mail={data.mail}
      disabled={keep.running}
      onChoose={(body) => void keep({ body })}
    >
      {data.last_digest && <Last digest={data.last_digest} />}
    </NotificationRows>
  )
}

const Last = ({ digest: { at, state } }: { digest: LastDigest }) => {
  if (state === 'in_doubt')
    return (
      <Notice kind="warning" title="Your last e-mail may not have reached you">
        The server stopped while it sent the one of <When at={at} as="absolute" />. It is not sent again; everything
        that it told is in the list.
      </Notice>
    )
  if (state === 'failed')
    return (
      <Notice kind="warning" title="Your last e-mail was refused">
        Your mail server did not take the one of <When at={at} as="absolute" />. Ask whoever runs Leadroom to check your
        address.
      </Notice>
    )
  return (
    <p className="page-subtitle">
      The last e-mail to you: <When at={at} />
    </p>
  )
}
